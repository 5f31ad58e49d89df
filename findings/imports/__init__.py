"""Import of another database's export; every tour is checked again."""
