"""Questions people ask of the database, one noun a file. Each returns rows or plain values, never writes."""
