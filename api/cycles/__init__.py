"""Numbered closed tours of a board."""
