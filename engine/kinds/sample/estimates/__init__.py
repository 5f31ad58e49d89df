"""From the sums of walks to estimates and their errors."""
