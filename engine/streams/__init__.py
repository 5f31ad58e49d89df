"""Streams of random numbers that can be stopped, moved and split, one generator a file."""
