"""Recognition of sentences that were made in English, values included, by their constant parts.

The engine, the store and pydantic raise errors and write explanations in English, and many of these are stored. Their
templates (`no generator %(name)s`) are in the catalogues, so they can be translated where they are shown, no matter
when they were stored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PLACE = re.compile(r"%\((\w+)\)s")
MIN_SIGNS = 4
"""Templates with fewer letters and signs of their own might match anything."""


@dataclass(frozen=True)
class Pattern:
    """A template: its literal parts, the names of the values between them, and its translation."""

    literals: tuple[str, ...]
    names: tuple[str, ...]
    translation: str

    @classmethod
    def of(cls, template: str, translation: str) -> Pattern:
        """Return the pattern of a template with places such as `%(name)s`, and `%%` for a percent sign."""
        first, *rest = PLACE.split(template)
        literals = (first, *rest[1::2])
        return cls(tuple(text.replace("%%", "%") for text in literals), tuple(rest[::2]), translation)

    @property
    def letters(self) -> int:
        """How many letters the template has of its own."""
        return sum(character.isalpha() for text in self.literals for character in text)

    @property
    def signs(self) -> int:
        """How many letters and signs the template has of its own; spaces are none."""
        return sum(not character.isspace() for text in self.literals for character in text)

    @property
    def is_telling(self) -> bool:
        """Whether the template has values, and enough other text for a sentence to be recognised."""
        return bool(self.names) and self.signs >= MIN_SIGNS and all(self.literals[1:-1])

    def values(self, sentence: str) -> dict[str, str] | None:
        """Return the values that turn the template into this sentence, None if none do; each ends as early as it can.

        Linear in the length of the sentence, which may contain arbitrary text from requests.
        """
        first, *between, last = self.literals
        if not sentence.startswith(first) or not sentence.endswith(last) or len(sentence) < len(first) + len(last):
            return None
        here, end = len(first), len(sentence) - len(last)
        found: list[str] = []
        for literal in between:
            place = sentence.find(literal, here, end)
            if place < 0:
                return None
            found.append(sentence[here:place])
            here = place + len(literal)
        return dict(zip(self.names, [*found, sentence[here:end]], strict=True))
