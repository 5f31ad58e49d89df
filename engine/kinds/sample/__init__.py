"""The kind "sample": its rounds, its estimates and their errors."""
