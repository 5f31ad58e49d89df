"""Published figures: data files and loading."""
