"""What stored jobs, the atlas and publications establish."""
