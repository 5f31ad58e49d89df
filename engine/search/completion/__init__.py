"""Completion of partly given tours: which times each square may still have, narrowed until it is known."""
