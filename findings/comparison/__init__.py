"""Comparison of jobs with each other and with published figures, by figure and by square."""
