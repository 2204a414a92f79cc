"""Steps from one form of the database to the next, run when a start finds an older one."""
