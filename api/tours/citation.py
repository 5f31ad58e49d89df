"""How a stored tour is cited."""

from __future__ import annotations

from api.pages.bibtex import Printed, bibtex_entry, code_words
from api.tours.documents import TourDocument


def tour_citation(tour: TourDocument) -> str:
    """Return the entry of a stored tour; of one that a publication printed, with its author."""
    kind = "A closed" if tour.closed else "An open"
    printed = Printed.of(tour.source) if tour.source else None
    found = {"job": tour.finder, "code": code_words(tour.code_digest)}
    return bibtex_entry(
        f"tour {tour.board} {tour.class_}",
        f"{kind} tour of the {tour.board} board",
        tour.found_at,
        tour.address,
        {"published in": tour.source} if tour.source else found,
        printed=printed,
    )
