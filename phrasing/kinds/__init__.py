"""Sentences about each kind of job."""
