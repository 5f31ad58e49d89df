"""The tables. Times are seconds since 1970 (UTC) by the database's clock."""
