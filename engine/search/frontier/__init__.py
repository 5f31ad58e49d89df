"""Exact counting of Hamiltonian cycles and paths by dynamic programming over the squares of a move graph."""
