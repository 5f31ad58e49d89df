"""Webhooks of jobs and campaigns."""
