"""Random walks and particle systems: estimates of how many tours there are, each with its error."""
