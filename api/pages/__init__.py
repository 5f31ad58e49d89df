"""The frame of the dashboard's pages."""
