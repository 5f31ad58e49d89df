"""The database of tours at millions of tours, thousands of jobs and thousands of boards."""
