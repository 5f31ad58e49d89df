"""Statements: every figure together with what it is a figure of and where it is from."""
