"""How documents, figures, boards and progress appear on a terminal."""
