"""Boards, and what is known of each."""
