"""The house as a server: people, tables, storage, HTTP and sockets."""

# Where the house listens unless it is told otherwise. vite.config.ts reads it here.
PORT = 8017
