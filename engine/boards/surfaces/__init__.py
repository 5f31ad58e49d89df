"""Where a leap ends on each surface: one file per way of gluing the sides of a board."""
