"""Counts by a sweep of the frontier."""
