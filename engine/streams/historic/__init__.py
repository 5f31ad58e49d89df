"""Generators of the past, kept to repeat what they gave."""
