"""Number theory of multiplicative generators, in Python integers: factors, powers, discrete logarithms."""
