"""`cavalier atlas`: the figures that come with every database, made and verified."""
