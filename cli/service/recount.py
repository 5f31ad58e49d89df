"""`cavalier certify JOB --checker`: what a job has counted, counted again here by an independent program."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from cavalier.transport import Document, Transport
from cli.errors import problem
from cli.output import echo_message
from engine.kinds.parse import parse_problem
from language.translate import gettext
from verify.checker import NAME, NoCompilerError, Recount, UncheckedError, count, recount_of, source_digest


def recount_job(client: Transport, job_id: str) -> list[Document]:
    """Count again each exact count of a job that the program can make, and have the service record it.

    Return what was sent, each with `agrees`. Problems: no C compiler, or no count that the program can make.
    """
    job, result = client.job(job_id), client.result(job_id)
    question = parse_problem(job["specification"])
    sent = []
    try:
        for figure, recount in _figures(question, result.get("counts", [])):
            assert question.board is not None
            echo_message(
                gettext("%(program)s counts %(quantity)s", program=NAME, quantity=figure["quantity"]), err=True
            )
            begin = time.perf_counter()
            found = count(question.board, question.piece, recount)
            body = {
                "program": NAME,
                "source": source_digest(),
                "quantity": figure["quantity"],
                "convention": figure["convention"],
                "residue": str(found.residue * recount.factor % found.prime),
                "modulus": str(found.prime),
                "seconds": round(time.perf_counter() - begin, 3),
            }
            client.post(f"/jobs/{job_id}/recounts", body)
            agrees = int(figure["value"]) % found.prime == int(body["residue"])
            sent.append(body | {"states": found.states, "agrees": agrees})
    except (NoCompilerError, UncheckedError) as error:
        raise problem("Not counted again", str(error)) from error
    if not sent:
        raise problem("Not counted again", f"{NAME} counts cycles, and tours from all squares or from one, to the end")
    return sent


def _figures(question: Any, counts: list[Document]) -> Iterator[tuple[Document, Recount]]:  # noqa: ANN401  of any kind
    """Yield the exact counts of a job that the program can make, each with its recount."""
    named = getattr(question, "named", None)
    if question.board is None or (named is not None and len(named) > 1):
        return
    start = None if named is None else tuple(question.board.square(named[0]))
    tours = getattr(question.spec, "tours", "any")
    for figure in counts:
        try:
            yield figure, recount_of(figure["quantity"], figure["convention"], tours, question.board.size, start)
        except UncheckedError:
            continue
