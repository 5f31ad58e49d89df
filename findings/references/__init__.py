"""The published figures: the data files, and how they get into the database."""
