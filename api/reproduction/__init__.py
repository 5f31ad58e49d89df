"""The published documents, compared figure by figure."""
