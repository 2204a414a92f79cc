"""The weekly deal: one numbered deal for everybody on the server, and a table of results that people may enter."""
