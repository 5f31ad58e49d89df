"""Search for tours that a symmetry of the board leaves as they are, on the quotient of the board by the symmetry."""
