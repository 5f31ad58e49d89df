"""SQL queries by readers: the views, the allowed language, and execution under limits."""
