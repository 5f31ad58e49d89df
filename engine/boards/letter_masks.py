"""Letters and digits as boards: each pixel of a five-row bitmap becomes a block of four by four squares.

Strokes of four squares are wide enough for a knight to get along them and have as many black squares as white ones, so
that letters have tours. Letters of a word stand one empty column apart, which a knight can leap over.
"""

from __future__ import annotations

PIXEL = 4

# Five rows from the top for each character, separated by blanks.
BITMAPS: dict[str, str] = {
    "A": ".##. #..# #### #..# #..#",
    "B": "###. #..# ###. #..# ###.",
    "C": "#### #... #... #... ####",
    "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####",
    "F": "#### #... ###. #... #...",
    "G": "#### #... #.## #..# ####",
    "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###",
    "J": "...# ...# ...# #..# ####",
    "K": "#..# #.## ###. #.## #..#",
    "L": "#... #... #... #... ####",
    "M": "##### #.#.# #.#.# #...# #...#",
    "N": "##..# ###.# #.#.# #.### #..##",
    "O": "#### #..# #..# #..# ####",
    "P": "###. #..# ###. #... #...",
    "Q": "####. #..#. #..#. ####. ...##",
    "R": "#### #..# #### #.#. #.##",
    "S": "#### #... #### ...# ####",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# ####",
    "V": "#...# #...# ##.## .#.#. .###.",
    "W": "#...# #...# #.#.# #.#.# #####",
    "X": "#...# ##.## .###. ##.## #...#",
    "Y": "#...# #...# ##### ..#.. ..#..",
    "Z": "##### ...## .###. ##... #####",
    "0": "##### #.### #.#.# ###.# #####",
    "1": ".#. ##. .#. .#. ###",
    "2": "#### ...# #### #... ####",
    "3": "#### ...# .### ...# ####",
    "4": "#..# #..# #### ...# ...#",
    "5": "#### #... ###. ...# ###.",
    "6": "#### #... #### #..# ####",
    "7": "#### ...# ..## ..#. ..#.",
    "8": "#### #..# #### #..# ####",
    "9": "#### #..# #### ...# ####",
}


def letter_rows(character: str) -> list[str]:
    """Return the rows of the board shaped like one of A-Z or 0-9, '#' for a square."""
    return ["".join(pixel * PIXEL for pixel in row) for row in BITMAPS[character].split() for _ in range(PIXEL)]


def word_rows(word: str) -> list[str]:
    """Return the rows of the board shaped like a word of such characters."""
    return [".".join(parts) for parts in zip(*(letter_rows(character) for character in word), strict=True)]
