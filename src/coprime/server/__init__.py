"""The server: HTTP and sockets, tables in memory, storage, classes, replays and several processes.

app          routes, sockets, request context, rate limits, static files
store        database, migrations, journal chain, data folder, backup, erasure
cluster      leases, takeover, messages between processes, supervisor
classes      pupils, plans, rounds, questions, reports
replays      stored records and the worker processes that read them
diagnostics  doctor, journal repair, health, metrics, logs
bots         scheduler of thinking, queue of compilations, the owner's bots

`run.serve` opens a server; `table_manager` holds its tables, each in a `table_actor`.
"""

# Where the server listens unless it is told otherwise. vite.config.ts reads it here.
PORT = 8017
