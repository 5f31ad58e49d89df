"""Puzzles: partly given tours with one completion."""
