"""Sentences about jobs, made of plain values."""
