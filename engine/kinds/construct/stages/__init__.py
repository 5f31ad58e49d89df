"""The methods as stages of a construction: each can be advanced by bounded steps and written down between them."""
