"""Webhooks: messages to other programs when a job or campaign changes state."""
