"""The database and the data folder: schema, migrations, the one writer, the journal chain, backups and erasure."""
