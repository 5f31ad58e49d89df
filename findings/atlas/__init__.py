"""The atlas: figures computed in advance by Cavalier, and how they get into every database."""
