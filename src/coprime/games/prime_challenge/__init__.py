"""Prime Challenge, a game of factor sets in real time."""
