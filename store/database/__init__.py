"""The connection: opening, migrating, keeping and cleaning the database; SQLite and PostgreSQL alike."""
