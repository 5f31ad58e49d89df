"""Boards, and the known facts about each."""
