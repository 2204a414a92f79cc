"""The HTTP application: routes, sockets, static files, request context and rate limits."""
