"""Tools by which language models ask a service, over the Model Context Protocol; each is a call of the client.

Every figure comes with what makes it reliable: whether it is exact, by which method, confirmed by which certificate,
and the address where it stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from cavalier.client import Client
from cavalier.documents import Statement
from cavalier.errors import CavalierError, JobFailedError, WaitTimeoutError
from cavalier.job import Job

if TYPE_CHECKING:
    from mcp.server import MCPServer

MAX_FIGURES = 100
"""Figures of an answer; the address has all."""

MAX_WAIT_SECONDS = 60
INSTRUCTIONS = """\
Knight's tours: what is known of boards, and jobs that count, estimate, construct and measure. Ask known_facts first;
check_job says what a job costs before submit_job stores it. Say of every figure whether it is exact or an estimate, by
which convention (directed or undirected), and give its address."""

Answer = dict[str, Any]


class Tools:
    """The tools of one service. Public methods are tools; their docstrings are what a model reads."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._url = client.transport.url

    def known_facts(self, board: str, quantity: str | None = None) -> Answer:
        """Return what is known of a board: how many tours, closed tours, cycles it has, with sources and certificates.

        board: a label such as 8x8, 3x10, torus:6x6, 4x4x4, heart. quantity: only this one, such as tours or cycles.
        """
        known = self._client.board(board)
        figures = [one for one in known.statements if quantity in (None, one.quantity)]
        return {"board": known.label, "address": self._board_address(known.label)} | self._figures(figures)

    def check_job(self, specification: dict[str, Any]) -> Answer:
        """Say of a job, without storing it, whether it is valid, what it costs, and whether its answer is known.

        specification: such as {"kind": "enumerate", "board": "6x6", "tours": "closed"}. Other kinds: sample (estimate),
        construct, complete, puzzle, census, distance, uncrossed, symmetry, strip, index, certificate. Errors name the
        wrong field.
        """
        return self._client.transport.post("/jobs/check", specification)

    def submit_job(self, specification: dict[str, Any]) -> Answer:
        """Store a job and return its id at once; an equal job is used again. follow_job tells what comes of it.

        specification: as of check_job. "after": [ids] lets it begin after other jobs.
        """
        return self._job_answer(self._client.submit(specification, reuse=True))

    def follow_job(self, job_id: str, wait_seconds: float = 20) -> Answer:
        """Return where a job stands, after at most wait_seconds (up to 60), and its figures when it has ended."""
        job = self._client.job(job_id)
        with suppress(WaitTimeoutError, JobFailedError):  # its document says so
            job.wait(timeout=max(0.0, min(wait_seconds, MAX_WAIT_SECONDS)), progress=False)
        return self._job_answer(job)

    def complete_tour(self, board: str, givens: dict[str, int], tours: str = "any", wait_seconds: float = 20) -> Answer:
        """Find a directed tour that has given numbers on given squares, and say whether it is the only one.

        givens: such as {"a1": 1, "c2": 2}. tours: any, closed or open. Waits as follow_job does.
        """
        job = self._client.complete(board, givens, tours=tours)
        answer = self.follow_job(job.id, wait_seconds)
        found = [tour.model_dump(mode="json", include={"id", "squares", "closed"}) for tour in job.tours.first()]
        return answer | {"tours": found}

    def tour_by_number(self, board: str, number: str | None = None) -> Answer:
        """Return closed tour no. `number` of a board, from 1 on; without a number a random one, all equally likely.

        The board needs an index: a job of the kind index.
        """
        found = self._client.cycle(board, None if number is None else int(number)).model_dump(mode="json")
        path = f"/api/v1/boards/{quote(found['board'], safe='')}/cycles/{found['number']}"
        origin = {"exact": True, "method": "unranking by the index", "certificate": {"index": found["index"]}}
        return found | origin | {"address": self._url + path, "drawing": f"{self._url}{path}.svg"}

    def draw_tour(self, tour_id: int | None = None, board: str | None = None, number: str | None = None) -> list[Any]:
        """Draw a stored tour (tour_id), or closed tour no. `number` of a board, as an SVG image."""
        from mcp.server.mcpserver import Image  # noqa: PLC0415  the extra `mcp`, which only this needs

        if tour_id is not None:
            path, about = f"/api/v1/tours/{tour_id}.svg", f"{self._url}{self._client.tour(tour_id).address}"
        elif board is not None and number is not None:
            path = f"/api/v1/boards/{quote(board, safe='')}/cycles/{int(number)}.svg"
            about = self._url + path.removesuffix(".svg")
        else:
            raise ValueError("give tour_id, or board and number")
        drawing = self._client.transport.text(path)
        return [f"The squares are those of {about}", Image(data=drawing.encode(), format="svg+xml")]

    def ask_sql(self, sql: str, parameters: dict[str, Any] | None = None, limit: int = 100) -> Answer:
        """Ask the views of the database by one SELECT, such as count_list, estimate_list, tour_list, job_list.

        SELECT board, value, method, job FROM count_list WHERE quantity = 'cycles' AND restriction IS NULL lists exact
        counts. Values of any length are texts of digits. parameters: a value for each :name.
        """
        asked = {"sql": sql, "parameters": parameters or {}, "limit": limit}
        return self._client.transport.post("/query", asked)

    def _job_answer(self, job: Job) -> Answer:
        """Return a job's state and findings; its figures are those of the record that have the job as a source."""
        if not job.id:
            return job.result.document
        document = job.document
        summary = {name: document[name] for name in ("id", "title", "state", "outcome", "explanation", "waiting")}
        summary |= {"progress": document["progress"], "address": f"{self._url}/jobs/{job.id}"}
        if document["state"] not in ("succeeded", "failed", "cancelled"):
            return summary
        result = job.result
        counted = [one.model_dump(mode="json") | {"exact": True} for one in result.model.counts]
        estimated = [one.model_dump(mode="json") | {"exact": False} for one in result.model.estimates]
        summary |= {"answer": result.answer, "found": (counted + estimated)[:MAX_FIGURES]}
        own = self._client.board(document["board"]).statements if document["board"] and counted + estimated else []
        return summary | self._figures([one for one in own if any(source.id == job.id for source in one.sources)])

    def _figures(self, statements: Iterable[Statement]) -> Answer:
        """Return statements, each with its exactness, methods, certificates and address."""
        figures = [self._figure(one) for one in statements]
        return {"figures": figures[:MAX_FIGURES], "left_out": max(0, len(figures) - MAX_FIGURES)}

    def _figure(self, one: Statement) -> Answer:
        document: Mapping[str, Any] = one.model_dump(mode="json", exclude={"more", "exact_value"})
        board, piece = one.subject.board, ",".join(map(str, one.subject.piece))
        fact = one.restriction is None and one.subject.starts == "all"
        path = f"/api/v1/counts/{quote(board, safe='')}/{piece}/{one.quantity}"
        methods = sorted({source.method for source in one.sources if source.method})
        return {**document, "methods": methods, "address": self._url + path if fact else self._board_address(board)}

    def _board_address(self, label: str) -> str:
        return f"{self._url}/boards/{quote(label, safe='')}"


def make_server(client: Client) -> MCPServer:
    """Return the server of a service's tools. Needs the extra `mcp`."""
    from mcp.server import MCPServer  # noqa: PLC0415  the extra `mcp`, which only this needs

    server: MCPServer = MCPServer("cavalier", instructions=INSTRUCTIONS, log_level="WARNING")
    tools = Tools(client)
    for name in (name for name in vars(Tools) if not name.startswith("_")):
        is_image = name == "draw_tour"
        server.add_tool(_telling(getattr(tools, name)), structured_output=False if is_image else None)
    return server


def _telling(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Return a tool that tells the model what the service refused, instead of failing."""
    from mcp.server.mcpserver.exceptions import ToolError  # noqa: PLC0415  as above

    @wraps(tool)
    def call(*args: Any, **more: Any) -> Any:  # noqa: ANN401  as the tool has them
        try:
            return tool(*args, **more)
        except (CavalierError, ValueError) as error:
            raise ToolError(str(error)) from error

    return call
