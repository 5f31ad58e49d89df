"""How a stored tour is cited."""

from __future__ import annotations

from api.pages.bibtex import Printed, bibtex_entry, code_words
from api.tours.documents import TourDocument


def tour_citation(tour: TourDocument) -> str:
    """Return the entry of a stored tour; of one that a publication printed, with its author."""
    kind = "A closed" if tour.closed else "An open"
    title, key = f"{kind} tour of the {tour.board} board", f"tour {tour.board} {tour.class_}"
    if tour.source:
        notes, printed = {"published in": tour.source}, Printed.of(tour.source)
        return bibtex_entry(key, title, None, tour.address, notes, printed=printed)
    notes = {"job": tour.finder, "code": code_words(tour.code_digest)}
    return bibtex_entry(key, title, tour.found_at, tour.address, notes)
