"""Tests of random-number generators, one a file: the statistic, its law, its spectrum. Plain numpy and scipy."""
