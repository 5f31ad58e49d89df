"""Counts made once more, modulo a prime and in another order."""
