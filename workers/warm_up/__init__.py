"""Compilation of kernels before the first job."""
