"""Prime Climb."""
