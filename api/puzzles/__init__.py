"""Puzzles of the day for people, and the board on which any puzzle is filled."""
