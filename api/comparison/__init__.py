"""Comparison of jobs and publications."""
