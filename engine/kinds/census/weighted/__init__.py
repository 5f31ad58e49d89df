"""Censuses by weighted sweeps."""
