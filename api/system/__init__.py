"""Health, metrics, code versions and documentation."""
