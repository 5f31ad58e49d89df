"""The command in French: its help, its output and its errors. Output for machines stays the same as in English."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cli.main import COMMANDS, main
from cli.output import in_own_words
from language.current import speaking
from language.translate import translate
from tests.processes import ROOT, EmbeddedService, cavalier, clean_environment

FRENCH = {"LANG": "fr_FR.UTF-8", "CAVALIER_LANGUAGE": ""}
SMALL = {"kind": "enumerate", "board": "3x4", "method": "backtrack"}
COLUMNS = 200


def plain(text: str) -> str:
    """Return a text with plain spaces and apostrophes."""
    return text.translate(dict.fromkeys((0xA0, 0x202F), " ") | {0x2019: "'"})


def run(
    *arguments: str, variables: dict[str, str] = FRENCH, text: str | None = None, code: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run the command and return what it printed."""
    environment = clean_environment(variables | {"COLUMNS": str(COLUMNS)})
    done = subprocess.run(
        cavalier(*arguments), cwd=ROOT, env=environment, input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def on_a_terminal(*arguments: str, variables: dict[str, str] = FRENCH) -> str:
    """Run the command with a terminal as standard error; return what it shows, with plain spaces."""
    ours, theirs = pty.openpty()
    environment = clean_environment(variables | {"COLUMNS": str(COLUMNS)})
    subprocess.run(cavalier(*arguments), cwd=ROOT, env=environment, stderr=theirs, stdout=subprocess.PIPE, check=False)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # the terminal's other side is closed
        pass
    os.close(ours)
    return plain(shown.decode())


def commands(group: click.Group, context: click.Context) -> Iterator[click.Command]:
    """Yield the commands of a group and of its subgroups."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield command
        if isinstance(command, click.Group):
            yield from commands(command, context)


def test_help_is_in_french() -> None:
    """The system's language applies to texts, commands and options, and to click's own words."""
    shown = plain(run("--help").stdout)
    assert shown.startswith("Utilisation : ")
    for text in ("Compter exactement les parcours d'un échiquier.", "Afficher ce message et finir.", "Laboratoire:"):
        assert text in shown
    assert "Show" not in shown
    one = plain(run("run", "--help").stdout)
    assert "Exécuter jusqu'au bout la tâche de SPEC, un fichier JSON" in one
    assert "[par défaut : data]" in one
    assert "Supprimer pour de bon chaque tâche JOB" in run("delete", "--help").stdout
    assert "Créer une clé et l'afficher." in plain(run("keys", "--help").stdout)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_in_french(name: str) -> None:
    """No help of a command or option is left in English, and the English commands stay unchanged."""
    context = click.Context(main)
    english = main.get_command(context, name)
    assert english is not None
    before = english.help
    family = [english, *(commands(english, context) if isinstance(english, click.Group) else ())]
    with speaking("fr"):
        for command in family:
            own = in_own_words(command)
            pairs = [(command.help, own.help), (command.short_help, own.short_help)]
            pairs += [
                (getattr(one, "help", None), getattr(other, "help", None))
                for one, other in zip(command.params, own.params, strict=True)
            ]
            assert [one for one, other in pairs if one and one == other] == []
        assert translate(COMMANDS[name][1]) != COMMANDS[name][1]
    assert english.help == before


def test_the_option_goes_before_the_environment() -> None:
    """Our variable goes before the system's, too; an unknown language is refused."""
    assert run("--language", "en", "jobs", "--help").stdout == run("jobs", "--help", variables={}).stdout
    assert "Utilisation" in run("--language", "fr", "jobs", "--help", variables={}).stdout
    assert "Usage" in run("--help", variables=FRENCH | {"CAVALIER_LANGUAGE": "en"}).stdout
    assert "n'est aucun de 'en', 'fr'" in plain(run("--language", "xx", code=2).stderr)


def test_a_run_is_told_in_french(tmp_path: Path) -> None:
    """All output for people is French; JSON is the same as in English."""
    spec, data = tmp_path / "spec.json", str(tmp_path / "data")
    spec.write_text(json.dumps(SMALL))
    done = run("run", str(spec), "--data", data)
    assert "la tâche" in done.stderr
    assert "commence" in done.stderr
    assert "fragments" in done.stderr
    for text in ("comptes", "grandeur", "valeur", "méthode", "parcours par case de départ"):
        assert text in done.stdout
    machine = ("run", str(spec), "--data", data, "--reuse", "--json")
    assert run(*machine).stdout == run(*machine, variables={}).stdout
    counted = run("count", "5x5", "--data", data, "--json").stdout
    assert json.loads(counted)["job"]["answer"] == "1,728 directed tours; none of them closes."
    known = run("known", "5x5", "--data", data).stdout
    assert "ce que l'on sait de 5x5" in plain(known)
    assert "1\N{NARROW NO-BREAK SPACE}728" in known
    assert "1,728" not in known


def test_jobs_of_a_service_are_told_in_french(service: EmbeddedService, tmp_path: Path) -> None:
    """Submitting, watching, showing and listing jobs, and boards, speak French."""
    here = {**FRENCH, "CAVALIER_URL": service.url}
    spec = tmp_path / "spec.json"
    spec.write_text(json.dumps(SMALL | {"label": "le mien"}))
    job = run("submit", str(spec), variables=here).stdout.strip()
    watched = run("watch", job, variables=here)
    assert "fragments" in watched.stderr
    assert "comptes" in watched.stdout
    assert " sur 12 fragments finis" in run("show", job, variables=here).stdout
    listed = run("jobs", "--search", "le mien", variables=here).stdout
    assert "question" in listed
    assert "le mien" in listed
    boards = run("boards", "3x4", variables=here).stdout
    assert "parcours enregistrés" in boards
    assert "12 cases" in boards


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (
            ("jobs", "--limit", "0"),
            "Valeur non valable pour '--limit' : 0 n'est pas dans l'intervalle",
        ),
        (("run",), "Argument manquant 'SPEC'"),
        (("castle",), "Pas de commande 'castle'"),
        (("count", "8z8"), "board : '8z8' n'est pas une désignation d'échiquier comme '8x8'"),
        (("graph", "8x8", "--piece", "0,0"), "une pièce a au moins une composante non nulle"),
        (
            ("known", "9x11"),
            "il n'existe pas de valeur connue de 9x11 : `cavalier count 9x11` ou `cavalier estimate 9x11`",
        ),
        (("jobs", "--url", "http://127.0.0.1:9"), "Pas de réponse : "),
        (("query", "select 1", "--parameter", "a"), "--parameter a : écrivez NAME=VALUE"),
    ],
)
def test_what_goes_wrong_is_told_in_french(tmp_path: Path, arguments: tuple[str, ...], shown: str) -> None:
    """On a terminal, errors about options, fields, missing results and silent services are French."""
    assert shown in on_a_terminal(*arguments, variables=FRENCH | {"CAVALIER_DATA": str(tmp_path)})


def test_what_the_service_refuses_is_told_in_french(service: EmbeddedService, tmp_path: Path) -> None:
    """The service's faults are French on a terminal and English with --json."""
    here = {**FRENCH, "CAVALIER_URL": service.url}
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(SMALL | {"limit": {}}))
    assert "donnez exactement l'un de 'tours' et 'nodes'" in on_a_terminal("submit", str(wrong), variables=here)
    document = json.loads(run("submit", str(wrong), "--json", variables=here, code=2).stderr)
    assert document["errors"][0]["detail"] == "give exactly one of 'tours' and 'nodes'"
