"""Whether a tour exists: one file for each kind of argument."""
