"""The languages that the service speaks: what is said is written in English and said again in another by catalogues."""
