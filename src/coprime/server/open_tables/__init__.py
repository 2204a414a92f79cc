"""The tables on the home page: their list, its event stream, and sitting down there."""
