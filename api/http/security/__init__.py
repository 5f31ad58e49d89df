"""Who may call: keys, origins, and the headers every answer carries."""
