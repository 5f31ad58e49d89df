"""Stored tours: search, downloads and drawings."""
