"""Statistical tests of random-number generators."""
