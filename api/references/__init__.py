"""Published figures, sequences and recurrences."""
