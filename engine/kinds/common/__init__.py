"""What planners of several kinds share; nothing here loads numba."""
