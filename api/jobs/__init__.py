"""Jobs: their documents, results, pages and actions."""
