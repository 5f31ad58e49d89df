"""Questions in SQL by readers: the views that they may ask, what they may say, and who answers under which limits."""
