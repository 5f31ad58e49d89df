"""Read-only queries, one subject a file; they return rows or plain values."""
