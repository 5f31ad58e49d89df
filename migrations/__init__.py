"""Database migrations (Alembic), one set for SQLite and PostgreSQL."""
