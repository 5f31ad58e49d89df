"""Result documents, chart data and tables of campaigns."""
