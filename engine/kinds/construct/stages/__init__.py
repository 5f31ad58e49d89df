"""The methods as stages of a construction: each can be advanced by bounded steps and saved between them."""
