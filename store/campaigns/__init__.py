"""Campaigns: boards x specifications under one name."""
