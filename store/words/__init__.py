"""What people call jobs and their answers, one file for each kind."""
