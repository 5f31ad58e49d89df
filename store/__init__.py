"""The database: models, the only writers of job state, queries."""
