"""Guaranteed tours on flat boards with both sides at least 5: blocks, a chain between the ends, edge switches."""
