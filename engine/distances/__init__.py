"""Distances on move graphs: breadth-first search, shortest paths and their number, walks that collect squares."""
