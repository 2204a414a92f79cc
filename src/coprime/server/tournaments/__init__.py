"""Tournaments in the server: their endpoints, their tables, and the results that these have stored."""
