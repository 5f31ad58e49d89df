"""Lists: pages, CSV and Parquet."""
