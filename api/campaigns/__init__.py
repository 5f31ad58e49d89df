"""Campaigns: many jobs under one name."""
