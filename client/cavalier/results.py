"""Results of jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cavalier import documents
from cavalier.figures import Count, Estimate, import_optional, table
from cavalier.pictures import Drawing
from cavalier.transport import Document, Transport

if TYPE_CHECKING:
    import pandas as pd


class Result:
    """A job's result, of an unfinished job the result so far.

    document: as the service sent it. model: the same, typed. answer: the result in a sentence.
    """

    def __init__(self, document: Document, transport: Transport) -> None:
        self.document = document
        self.model = documents.ResultDocument.model_validate(document)
        self.answer = self.model.job.answer
        self._transport = transport

    @property
    def counts(self) -> list[Count]:
        """The exact counts."""
        return [Count.model_validate(one) for one in self.document.get("counts", [])]

    @property
    def estimates(self) -> list[Estimate]:
        """The estimates, of all start squares together and of each."""
        return [Estimate.model_validate(one) for one in self.document.get("estimates", [])]

    @property
    def squares(self) -> list[documents.SquareStatistics]:
        """The statistics of each start square."""
        return self.model.squares

    def count(self, quantity: str = "tours") -> int:
        """Return an exact count by its name; KeyError lists the available names."""
        found = {one.quantity: int(one) for one in self.counts}
        if quantity not in found:
            raise KeyError(f"no exact count of {quantity!r}; there are {sorted(found)}")
        return found[quantity]

    def estimate(self, quantity: str = "tours") -> Estimate:
        """Return the best estimate of a quantity over all start squares: the narrowest, of unbiased ones if any exist.

        KeyError lists the quantities that have estimates.
        """
        over_all = [one for one in self.estimates if one.square is None]
        found = [one for one in over_all if one.quantity == quantity]
        if not found:
            raise KeyError(f"no estimate of {quantity!r}; there are {sorted({one.quantity for one in over_all})}")
        return min(found, key=lambda one: (not one.unbiased, one.relative_error))

    def heat_map(self, quantity: str | None = None) -> Drawing:
        """Return a drawing of the board with a quantity of each start square, or with distances."""
        return Drawing(self._transport.text(f"/jobs/{self.model.job.id}/squares.svg", quantity=quantity))

    def convergence(self, number: int = 0) -> Drawing:
        """Return a chart of an estimate's convergence, round by round; number: which estimate, in the job's order."""
        return Drawing(self._transport.text(f"/jobs/{self.model.job.id}/charts/convergence-{number}.svg"))

    def to_dataframe(self, part: str = "squares") -> pd.DataFrame:
        """Return a part of the document as a table: counts, estimates, squares, ends, depths, distances or tests."""
        rows: list[dict[str, object]] = self.document.get(part, [])
        return import_optional("pandas").DataFrame(rows)

    def __str__(self) -> str:
        return self.answer or "nothing yet"

    def _repr_html_(self) -> str:
        return table(str(self), map(str, [*self.counts, *self.estimates]))
