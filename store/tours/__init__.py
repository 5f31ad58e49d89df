"""Boards and the tours found on them, as rows."""
