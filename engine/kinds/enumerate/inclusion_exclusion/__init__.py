"""Counts by inclusion and exclusion on dense boards."""
