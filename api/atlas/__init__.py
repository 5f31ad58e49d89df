"""The atlas: figures that come with every database."""
