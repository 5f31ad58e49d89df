"""Completions of partly given tours."""
