"""Whether figures can be trusted: digests, second runs, adoption by other code, undoing, mending, the audit."""
