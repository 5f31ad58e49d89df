"""Another database's export brought into this one, every tour checked again."""
