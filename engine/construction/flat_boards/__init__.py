"""Guaranteed knight's tours of whole flat boards: strips of three and four rows, blocks beyond."""
