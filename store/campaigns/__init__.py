"""Campaigns: boards x specifications under one name. Read, submitted, acted on as a whole, laid out as tables."""
