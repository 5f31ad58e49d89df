"""What the database holds as files for other programs, streamed page by page."""
