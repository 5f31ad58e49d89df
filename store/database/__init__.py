"""Database access: opening, migrating, backup and cleaning, for SQLite and PostgreSQL."""
