"""What thinks for the tables: the scheduler of bots' moves, the queue of compilations, and the owner's own bots."""
