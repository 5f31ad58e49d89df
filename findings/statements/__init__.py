"""Statements: every figure with its subject and its sources."""
