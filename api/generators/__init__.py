"""Random number generators and experiments with them."""
