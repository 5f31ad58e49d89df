"""Families of boards that grow along one side: their transfer operator, their terms, their recurrence, their growth."""
