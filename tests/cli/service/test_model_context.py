"""The server for language models, called with its kit's own client, in this process and as a separate one."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cavalier.client import Client
from cavalier.transport import Transport
from cli.service.model_tools import Tools, make_server
from tests.processes import ROOT, EmbeddedService

mcp = pytest.importorskip("mcp")
SMALL = {"kind": "enumerate", "board": "3x4"}


def ask(service: EmbeddedService, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """Call a server's tools in this process one after the other; return the answers as the client receives them."""

    async def asked(client: Any) -> list[Any]:
        return [await client.call_tool(name, arguments) for name, arguments in calls]

    with Client(Transport(service.url), cache=None) as client:
        return asyncio.run(talk(make_server(client), asked))


async def talk(server: Any, asked: Callable[[Any], Awaitable[list[Any]]]) -> list[Any]:
    """Connect to a server and return the answers of `asked`."""
    async with mcp.Client(server) as client:
        return await asked(client)


def told(answer: Any) -> Any:
    """Return what a tool answered, as a document."""
    assert not answer.is_error, answer.content
    return json.loads(answer.content[0].text)


def test_every_figure_says_how_reliable_it_is(service: EmbeddedService) -> None:
    """A figure has exactness, methods and certificates, and its permanent address answers."""
    (answer,) = ask(service, ("known_facts", {"board": "6x6", "quantity": "cycles"}))
    facts = told(answer)
    (figure,) = facts["figures"]
    assert (figure["value"], figure["exact"], figure["convention"]) == ("9862", True, "undirected")
    assert figure["methods"]
    assert {"certificates", "sources", "confirmed_by"} <= figure.keys()
    with Transport(service.url) as transport:
        assert "9862" in transport.text(figure["address"].removeprefix(service.url))
        assert facts["address"].startswith(service.url)


def test_a_job_is_checked_submitted_and_followed(service: EmbeddedService) -> None:
    """A job can be followed to its exact figures, and an equal submission reuses it."""
    checked, made = ask(service, ("check_job", {"specification": SMALL}), ("submit_job", {"specification": SMALL}))
    assert told(checked)["valid"]
    job = told(made)["id"]
    followed, again = ask(
        service, ("follow_job", {"job_id": job, "wait_seconds": 60}), ("submit_job", {"specification": SMALL})
    )
    ended = told(followed)
    assert (ended["state"], ended["address"]) == ("succeeded", f"{service.url}/jobs/{job}")
    assert {one["quantity"]: (one["value"], one["exact"]) for one in ended["found"]}["tours"] == ("16", True)
    assert any(one["quantity"] == "tours" and one["methods"] for one in ended["figures"])
    assert told(again)["id"] == job


def test_what_the_service_refuses_is_told(service: EmbeddedService) -> None:
    """The model gets the wrong field or the reason."""
    wrong, unknown, neither = ask(
        service,
        ("submit_job", {"specification": {"kind": "enumerate", "board": "nowhere"}}),
        ("follow_job", {"job_id": "nothing"}),
        ("draw_tour", {}),
    )
    assert wrong.is_error
    assert "/board" in wrong.content[0].text
    assert unknown.is_error
    assert "no such job" in unknown.content[0].text
    assert "give tour_id, or board and number" in neither.content[0].text


def test_tours_by_number_and_drawn(service: EmbeddedService) -> None:
    """An indexed board gives tours by number and as images; the record answers questions in SQL."""
    index = {"kind": "index", "board": "6x6"}
    (made,) = ask(service, ("submit_job", {"specification": index}))
    sql = "SELECT count(*) AS jobs FROM job_list"
    followed, tour, image, rows = ask(
        service,
        ("follow_job", {"job_id": told(made)["id"], "wait_seconds": 60}),
        ("tour_by_number", {"board": "6x6", "number": "4711"}),
        ("draw_tour", {"board": "6x6", "number": "4711"}),
        ("ask_sql", {"sql": sql}),
    )
    assert told(followed)["state"] == "succeeded"
    found = told(tour)
    assert (found["number"], found["of"], found["exact"], len(found["squares"])) == ("4711", "9862", True, 36)
    assert found["certificate"]["index"]
    assert not image.is_error, image.content
    assert image.content[1].mime_type == "image/svg+xml"
    assert told(rows)["columns"] == ["jobs"]


def test_a_tour_is_completed(service: EmbeddedService) -> None:
    """Of several completions one is given with its squares; where none exists, the reason is given."""
    several, none = ask(
        service,
        ("complete_tour", {"board": "5x5", "givens": {"a1": 1, "c2": 2}, "wait_seconds": 60}),
        ("complete_tour", {"board": "5x5", "givens": {"a1": 1, "c2": 3}, "wait_seconds": 60}),
    )
    found = told(several)
    assert found["answer"] == "More than one tour has all that is given: 2 or more."
    assert [len(tour["squares"]) for tour in found["tours"]] == [25]
    impossible = told(none)
    assert impossible["answer"].startswith("There is no tour.")
    assert impossible["tours"] == []


def test_over_standard_input_and_output(service: EmbeddedService) -> None:
    """Started as a program, the server lists every tool with a description and answers."""
    command = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "cli.main", "mcp", "--url", service.url], cwd=ROOT
    )

    async def asked(client: Any) -> list[Any]:
        listed = await client.list_tools()
        return [listed, await client.call_tool("known_facts", {"board": "5x5", "quantity": "tours"})]

    listed, answer = asyncio.run(talk(command, asked))
    assert {tool.name for tool in listed.tools} == {name for name in vars(Tools) if not name.startswith("_")}
    assert all(len(tool.description) > 40 for tool in listed.tools)
    assert "1728" in {one["value"] for one in told(answer)["figures"]}
