"""Several processes on one database.

Leases, takeover, messages from process to process, and the supervisor that starts the processes.
"""
