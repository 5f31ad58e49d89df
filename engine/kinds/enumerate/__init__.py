"""Enumeration: one folder a method."""
