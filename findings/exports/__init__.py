"""The database's contents as files for other programs, streamed page by page."""
