"""Two sides of a comparison: jobs, and published figures; figure by figure and square by square."""
