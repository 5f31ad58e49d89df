"""Files of jobs: folders and object stores."""
