"""Sequential Monte Carlo: populations of walks."""
