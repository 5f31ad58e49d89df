"""Searches that count their operations."""
