"""The atlas: what Cavalier itself has computed beforehand, and how that gets into every database."""
