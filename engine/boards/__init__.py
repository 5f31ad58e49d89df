"""Boards, pieces and the move graphs they make. Plain numpy, no numba."""
