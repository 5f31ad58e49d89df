"""Trust in figures: digests, rechecks, adoption by other code, rollback, repair."""
