"""What a job is and what it yields: the typed models shared by the API, the CLI and the workers."""
