"""The documents the API sends, one noun a file: models with the way to make them from what the store returns."""
