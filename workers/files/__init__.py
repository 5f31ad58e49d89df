"""Files that jobs keep: folders and object stores."""
