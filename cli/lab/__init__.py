"""Commands that compute at once and keep nothing: streams, tours from files, success rates."""
