"""Celery workers and their notifications."""
