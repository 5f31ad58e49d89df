"""Families of boards that grow along one side: terms, recurrence and growth."""
