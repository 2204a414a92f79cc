"""Steps from one form of the database to the next, run at every start."""
