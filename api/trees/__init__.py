"""Graphs of moves and search trees as pages."""
