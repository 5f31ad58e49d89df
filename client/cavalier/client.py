"""A Cavalier service as an object: questions in, jobs out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, Self
from urllib.parse import quote

from pydantic import BaseModel

from cavalier import documents
from cavalier.cache import Cache, cache_folder
from cavalier.campaign import Campaign
from cavalier.figures import Board, Tour
from cavalier.job import Job, KnownAnswer
from cavalier.notes import Notes
from cavalier.query import Answer
from cavalier.tours import Tours
from cavalier.transport import Transport

Square = str | Sequence[int]
"""A square by its name ("a1") or its coordinates from 1, row first."""

TourSort = Literal["any", "closed", "open"]
Statistic = Literal[
    "turns", "crossings", "angle_37", "angle_53", "angle_90", "angle_127", "angle_143", "angle_180",
    "moves_ene", "moves_nne", "moves_nnw", "moves_wnw",
]  # fmt: skip
PlaneSymmetry = Literal[
    "rotation90", "rotation180", "mirror-rows", "mirror-columns", "mirror-diagonal", "mirror-antidiagonal"
]


class Client:
    """One service. Every builder submits a job and returns at once; `wait` on the job returns the result.

    Further fields of a job specification are given by name: `client.count("8x8", tours="closed", label="for class")`.
    transport: makes the requests. cache: folder for documents that no longer change; None: no cache.
    stop: called by `close`.
    """

    def __init__(self, transport: Transport, *, cache: Path | None, stop: Callable[[], None] | None = None) -> None:
        self.transport = transport
        self._cache = Cache(cache)
        self._stop = stop

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections, and stop a service that was started for this client."""
        self.transport.close()
        if self._stop is not None:
            self._stop()
            self._stop = None

    def count(
        self,
        /,
        board: str,
        *,
        tours: TourSort = "any",
        starts: Literal["all"] | Sequence[Square] = "all",
        symmetry: PlaneSymmetry | None = None,
        again: bool = False,
        **more: object,
    ) -> Job:
        """Count the directed tours of a board exactly, and those that close; job `enumerate`.

        An exact count on record is the answer at once. again: count all the same, as with any further field.
        symmetry: only the tours, "closed" or "open", that this symmetry leaves unchanged; `store="all"` keeps them.
        """
        asked = {"kind": "enumerate", "board": board, "tours": tours, "starts": starts}
        return self.submit(
            asked | ({} if symmetry is None else {"symmetry": symmetry}) | more, known=not (again or more)
        )

    def estimate(
        self,
        /,
        board: str,
        *,
        relative_error: float | None = None,
        walks: int | None = None,
        again: bool = False,
        **more: object,
    ) -> Job:
        """Estimate the number of directed tours; job `sample`.

        relative_error: sample until the standard error is this share of the value. walks: make this many walks.
        With neither, an exact count on record is the answer at once. again: sample all the same.
        """
        given = {"relative_error": relative_error, "walks": walks}
        budget = {name: value for name, value in given.items() if value is not None}
        asked = {"kind": "sample", "board": board} | ({"budget": budget} if budget else {})
        return self.submit(asked | more, known=not (again or budget or more))

    def construct(
        self,
        /,
        board: str,
        *,
        tours: TourSort = "any",
        start: Square | None = None,
        end: Square | None = None,
        symmetry: PlaneSymmetry | None = None,
        fewest: Statistic | None = None,
        most: Statistic | None = None,
        **more: object,
    ) -> Job:
        """Find one tour, or prove that there is none; job `construct`. symmetry: one that leaves the tour unchanged.

        fewest, most: a statistic of the tour, "closed" or "open", to minimise or maximise by exchanges of moves; the
        best value found is in `result.document["extra"]["extreme"]`.
        """
        given = (("start", start), ("end", end), ("symmetry", symmetry), ("fewest", fewest), ("most", most))
        ends = {name: value for name, value in given if value is not None}
        return self.submit({"kind": "construct", "board": board, "tours": tours} | ends | more)

    def complete(
        self, /, board: str, givens: str | Mapping[str, int] | Sequence[Mapping[str, object]] = (), **more: object
    ) -> Job:
        """Find the tours that fit all the givens, and whether there is only one; job `complete`.

        givens: numbers by square ({"a1": 1}), or a text grid of numbers with a dot for every other square. Further
        fields: paths, moves, barred, tours, limit ({"tours": 2}; "none": count all).
        """
        if isinstance(givens, Mapping):
            givens = [{"square": square, "number": number} for square, number in givens.items()]
        given = givens if isinstance(givens, str) else list(givens)
        return self.submit({"kind": "complete", "board": board, "givens": given} | more)

    def puzzle(
        self, /, board: str, *, tours: TourSort = "any", guesses: int = 100, seed: int = 1, **more: object
    ) -> Job:
        """Make a puzzle: the fewest numbers found that fit only one tour; job `puzzle`.

        guesses: the most that the proof of uniqueness may take; 0: an easy puzzle. Its grid and solution are in
        `result.document["extra"]["puzzle"]`.
        """
        asked = {"kind": "puzzle", "board": board, "tours": tours, "guesses": guesses, "rng": {"seed": seed}}
        return self.submit(asked | more)

    def census(self, /, board: str, *, tours: Literal["closed", "open"] = "closed", **more: object) -> Job:
        """Find the distributions of angles, turns, crossings and straight runs over all tours; job `census`.

        method="sample", draws=...: over this many tours drawn uniformly. The distributions are in
        `result.document["extra"]["census"]`.
        """
        return self.submit({"kind": "census", "board": board, "tours": tours} | more)

    def distances(self, /, board: str, start: Square, goal: Square | Literal["all"] = "all", **more: object) -> Job:
        """Find the fewest moves from a square to another or to all; job `distance`."""
        return self.submit({"kind": "distance", "board": board, "from": start, "to": goal} | more)

    def family(
        self,
        /,
        family: str,
        *,
        tours: Literal["any", "closed", "open"] = "closed",
        again: bool = False,
        **more: object,
    ) -> Job:
        """Count the tours of all boards of a family, such as "5xn"; job `strip`.

        A family on record is the answer at once. again: count all the same. terms=...: the number of exact terms.
        The result is in `result.document["extra"]["strip"]`: terms, recurrence, growth.
        """
        return self.submit({"kind": "strip", "family": family, "tours": tours} | more, known=not again)

    def uncrossed(self, /, board: str, *, tours: Literal["closed", "open"] = "open", **more: object) -> Job:
        """Find the longest path whose moves, drawn as straight segments, do not cross; job `uncrossed`.

        width=...: keep only this many states, for large boards. Its length is in
        `result.document["extra"]["uncrossed"]`, its squares are in `result.document["extra"]["path"]`.
        """
        return self.submit({"kind": "uncrossed", "board": board, "tours": tours} | more)

    def test_generator(self, /, generator: str, **more: object) -> Job:
        """Judge a random-number generator; job `test-generator`."""
        return self.submit({"kind": "test-generator", "generator": generator} | more)

    def symmetry(self, /, board: str, *, tours: Literal["closed", "open"] = "closed", **more: object) -> Job:
        """Count tours up to symmetry, and those that each symmetry leaves as they are; job `symmetry`."""
        return self.submit({"kind": "symmetry", "board": board, "tours": tours} | more)

    def certificate(
        self,
        /,
        board: str,
        *,
        tours: TourSort = "any",
        starts: Literal["all"] | Sequence[Square] = "all",
        **more: object,
    ) -> Job:
        """Count tours modulo a prime and by another order of squares, to certify counts; job `certificate`."""
        return self.submit({"kind": "certificate", "board": board, "tours": tours, "starts": starts} | more)

    def submit(
        self,
        /,
        specification: Mapping[str, object] | BaseModel,
        *,
        reuse: bool = False,
        webhook: str | Mapping[str, object] | None = None,
        known: bool = False,
    ) -> Job:
        """Submit any job. reuse: an existing identical job will do.

        webhook: a URL to call when it ends; or a dictionary of `url` and `states` to report.
        known: if the record has the count or family exactly, return that (`KnownAnswer`) and make no job.
        """
        body, url = _plain(specification), webhook if isinstance(webhook, str) else None
        if isinstance(webhook, Mapping):
            body = {**body, "webhook": webhook}
        document = self.transport.submit(body, reuse=reuse or None, webhook=url, known="first" if known else None)
        if "known" in document and document["job"]["id"] is None:
            return KnownAnswer(self.transport, self._cache, document)
        made = document["job"]["id"] if "known" in document else document["id"]
        return Job(self.transport, self._cache, made, None if "known" in document else document)

    def check(self, /, specification: Mapping[str, object] | BaseModel) -> documents.JobCheckDocument:
        """Return whether a job is valid, its cost, the known answer and an equal job, if any; no job is made."""
        found = self.transport.post("/jobs/check", _plain(specification))
        return documents.JobCheckDocument.model_validate(found)

    def job(self, job_id: str) -> Job:
        """Return a job by its id; no request is made yet."""
        return Job(self.transport, self._cache, job_id)

    def jobs(self, **filters: object) -> Iterator[Job]:
        """Yield jobs, newest first; filters as in the list over HTTP (board, kind, method, state, label, search)."""
        found = self.transport.items("/jobs", **filters)
        return (Job(self.transport, self._cache, document["id"], document) for document in found)

    def retry(self, *, dry_run: bool = False, **filters: object) -> list[documents.RetryDocument]:
        """Retry all failed jobs that match filters: board, kind, method, label, search, campaign.

        Return what is retried of each job. dry_run: change nothing.
        """
        found: list[documents.RetryDocument] = []
        while True:
            page = self.transport.post("/jobs/retry", dry_run=dry_run or None, **filters)
            found += map(documents.RetryDocument.model_validate, page["jobs"])
            if dry_run or not page["left"]:
                return found

    def campaign(
        self,
        name: str,
        boards: Sequence[str | Mapping[str, object]],
        specifications: Sequence[Mapping[str, object]],
        *,
        chain: bool = False,
    ) -> Campaign:
        """Submit a job for each board and specification, all or none, at most 10,000; `add` adds more.

        specifications: of jobs, without the board. chain: each job begins only when the board's previous job, in the
        order of the specifications, has succeeded.
        """
        grid = {"boards": list(boards), "specifications": [dict(one) for one in specifications]}
        asked: dict[str, object] = {"name": name, **grid, **({"chain": True} if chain else {})}
        document = self.transport.submit(asked, "/campaigns")
        return Campaign(self.transport, self._cache, document["id"], document)

    def find_campaign(self, campaign_id: str) -> Campaign:
        """Return a campaign by its id; no request is made yet."""
        return Campaign(self.transport, self._cache, campaign_id)

    def campaigns(self) -> Iterator[Campaign]:
        """Yield campaigns, newest first."""
        found = self.transport.items("/campaigns")
        return (Campaign(self.transport, self._cache, document["id"]) for document in found)

    def tours(self, **filters: object) -> Tours:
        """Return the stored tours that match filters: board, piece, closed, start, end, symmetry, job and others."""
        return Tours(self.transport, self._cache, filters, None)

    def tour(self, tour_id: int) -> Tour:
        """Return a stored tour."""
        return Tour.of(self.transport.get(f"/tours/{tour_id}"), self.transport)

    def board(self, label: str, **query: object) -> Board:
        """Return a board and all its known figures."""
        return Board.model_validate(self.transport.get(f"/boards/{quote(label, safe='')}", **query))

    def workers(self, hours: int = 24) -> list[documents.WorkerDocument]:
        """Return the workers, live ones first, with what each did within these hours."""
        return documents.WorkersDocument.model_validate(self.transport.get("/workers", hours=hours)).items

    def drain_worker(self, name: str) -> None:
        """Tell a worker to finish and stop; needs a key of scope admin where keys are required."""
        self.transport.post(f"/workers/{quote(name, safe='')}/drain", {})

    def board_notes(self, label: str) -> Notes:
        """Return the notes and tags of a board; no request is made yet."""
        return Notes(self.transport, f"/boards/{quote(label, safe='')}")

    def index(self, /, board: str, **more: object) -> Job:
        """Give each closed tour of a board a number, for `cycle`; job `index`."""
        return self.submit({"kind": "index", "board": board} | more)

    def cycle(self, board: str, number: int | None = None, *, piece: str = "1,2") -> documents.CycleDocument:
        """Return the closed tour with this number, counted from 1; None: a random one, all equally likely.

        The board needs an index. piece: its components.
        """
        path = f"/boards/{quote(board, safe='')}/cycles/{'random' if number is None else number}"
        return documents.CycleDocument.model_validate(self.transport.get(path, piece=piece))

    def cycle_number(self, board: str, tour: str | Sequence[Sequence[int]], *, piece: str = "1,2") -> int:
        """Return the number of a closed tour. tour: squares, or a text in any form, such as a grid of numbers."""
        path = f"/boards/{quote(board, safe='')}/cycles/rank"
        return int(
            self.transport.post(path, {"tour" if isinstance(tour, str) else "squares": tour}, piece=piece)["number"]
        )

    def query(self, sql: str, parameters: Mapping[str, object] | None = None, *, limit: int = 1000) -> Answer:
        """Query the views of the service's database by one SELECT.

        parameters: a value for each :name. limit: rows at most, up to 100,000; `more` of the answer says whether any
        were left out.
        """
        return Answer(self.transport.post("/query", {"sql": sql, "parameters": dict(parameters or {}), "limit": limit}))

    def sequences(
        self, convention: Literal["directed", "undirected"] | None = None
    ) -> list[documents.SequenceDocument]:
        """Return the sequences of counts over families of boards, all or those of one convention."""
        found = self.transport.get("/sequences", convention=convention)
        return documents.SequencesDocument.model_validate(found).items

    def recurrence(self, family: str, *, quantity: str = "tours", **more: object) -> documents.RecurrenceDocument:
        """Return the linear recurrence of a family's counts: tours, paths (without direction), closed, cycles, open."""
        found = self.transport.get("/recurrence", family=family, quantity=quantity, **more)
        return documents.RecurrenceDocument.model_validate(found)

    def family_term(
        self,
        family: str,
        n: int,
        *,
        tours: Literal["any", "closed", "open"] = "closed",
        modulo: int | None = None,
        **more: object,
    ) -> documents.FamilyTermDocument:
        """Return term n of a family whose recurrence a job has found: exact to n = 10,000, else modulo a number.

        modulo: 2 to 10^18 - 1, n up to 10^18. Numbers of the document are decimal texts.
        """
        found = self.transport.get(f"/families/{quote(family, safe='')}/terms/{n}", tours=tours, modulo=modulo, **more)
        return documents.FamilyTermDocument.model_validate(found)

    def family_division(
        self,
        family: str,
        *,
        tours: Literal["any", "closed", "open"] = "open",
        divisor: Literal["any", "closed", "open"] = "closed",
        **more: object,
    ) -> documents.FamilyDivisionDocument:
        """Return which powers of the denominator of `divisor` divide that of `tours`, modulo two primes.

        Both are denominators of generating functions that jobs have found.
        """
        address = f"/families/{quote(family, safe='')}/division"
        found = self.transport.get(address, tours=tours, divisor=divisor, **more)
        return documents.FamilyDivisionDocument.model_validate(found)

    def references(self, **filters: object) -> Iterator[documents.ReferenceDocument]:
        """Yield published figures with their sources."""
        return map(documents.ReferenceDocument.model_validate, self.transport.items("/references", **filters))


def _plain(specification: Mapping[str, object] | BaseModel) -> Mapping[str, object]:
    """Return a specification as JSON values."""
    if isinstance(specification, BaseModel):
        return specification.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return specification


def connect(url: str = "http://127.0.0.1:8000", token: str | None = None, *, cache: bool = True) -> Client:
    """Return a client of the service at an address; no request is made yet.

    token: an API key, where the service asks for one. cache: keep documents that no longer change on disk.
    """
    return Client(Transport(url, token), cache=cache_folder() if cache else None)
