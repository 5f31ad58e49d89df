"""The atlas as a data set ready for an archive: tables, tours, b-files and metadata.

Equal atlases give equal bytes: no file depends on the time, the machine or the database.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from engine.boards.piece import piece_key
from engine.search.strip.family import parse_family
from findings.atlas.entries import all_entries, atlas_version
from findings.atlas.families import family_entries
from findings.atlas.tours import FILE as TOURS
from findings.exports.counts import b_file
from findings.exports.sequences import KnownSequence, known_sequences
from findings.exports.table import table_csv, table_parquet
from findings.setup import upgrade
from store.database.db import open_database
from store.models.atlas import EVERYWHERE
from store.settings import Settings

TITLE = "The Cavalier atlas of knight's tours"
ABSTRACT = (
    "Exact counts and estimates of tours of knights and other leapers, with the method, job and certificate of each, "
    "tours of many boards, and families of boards with their recurrences."
)
CREATOR = "The Cavalier project"

FIGURES: Mapping[str, str] = {
    "entry": "permanent name of the entry of the atlas: board, piece, kind of job, sort of tours",
    "board": "label of the board: rows x columns, with the surface before it where it is glued",
    "piece": "components of the leap; 1,2 is the knight",
    "starts": 'start square as row,column from the top left corner, or "all"',
    "quantity": "tours: directed Hamiltonian paths; closed: those that close; open: the others; cycles: undirected",
    "convention": "directed: a tour and its reverse are two; undirected: they are one",
    "exact": "true: an exact number; false: an estimate",
    "value": "exact numbers as decimal digits, which CSV readers must take as text; estimates as decimal numbers",
    "standard_error": "of an estimate, in the same unit; empty for exact numbers",
    "method": "the method of the job that found it",
    "specification": "the job as JSON; submitted again it computes the figure again",
    "code_digest": "digest of the code that computed it, and of the versions of numba and numpy",
    "cpu_seconds": "processor time of the job",
    "certificate_modulus": "the prime modulo which a second count, by other states, agrees; empty where there is none",
    "certificate_program": "the independent program of that count; empty where ours counted, in another order",
}
"""The columns of the figures."""

TOUR_COLUMNS: Mapping[str, str] = {
    "board": FIGURES["board"],
    "piece": FIGURES["piece"],
    "closed": "true: the last square is a move from the first",
    "symmetry": "how many symmetries of the board leave the tour as it is",
    "class": "key of its symmetry class: tours that are images of each other have the same",
    "source": "the publication that printed it; empty for tours that a job found",
    "squares": "row,column of each square in the order of the tour, from the top left corner",
}
"""The columns of the tours."""

FAMILY_COLUMNS: Mapping[str, str] = {
    "entry": "permanent name of the entry of the atlas: family, piece, kind of job, sort of tours",
    "family": "label of the boards with n for the side that grows: 5xn is 5x1, 5x2, 5x3, ...",
    "piece": FIGURES["piece"],
    "tours": "closed: that close; open: that do not; any: both",
    "counts": "what a term counts, directions not distinguished: cycles, paths or open paths",
    "states": "states of the sweep before each layer of one period",
    "entries": "entries of the matrices of one period, a matrix for each square",
    "period": "layers after which the states repeat",
    "first": "the layer from which on they do",
    "digest": "SHA-256 of the transfer operator",
    "terms": "how many boards are counted exactly: n = 1, 2, 3, ...; `data/family-terms` has the counts",
    "growth_low": "proved lower bound on the factor from one n to the next in the long run",
    "growth_high": "proved upper bound on it",
    "order": "degree of the denominator of the generating function, modulo each prime; empty: not looked for",
    "after": "the recurrence holds for each n above this one",
    "primes": "the primes that the recurrence was found by, each alone",
    "used": "terms that it was found from and confirmed by",
    "proved": "true: no shorter or other recurrence is possible modulo these primes",
    "recurrence": "over the integers, where the terms tell it: a(n) = c[0] a(n - 1) + c[1] a(n - 2) + ...",
    "confirmed": "how many of the terms the figures have, too, counted on their boards alone",
    "specification": "the job as JSON; submitted again it finds the same",
    "code_digest": FIGURES["code_digest"],
    "cpu_seconds": FIGURES["cpu_seconds"],
}
"""The columns of the families; several numbers are separated by blanks."""

TERM_COLUMNS: Mapping[str, str] = {
    "entry": FAMILY_COLUMNS["entry"],
    "n": "the side that grows",
    "board": FIGURES["board"],
    "value": "exact count in decimal digits, directions not distinguished",
}
"""The columns of the terms of families."""


@dataclass(frozen=True)
class Release:
    """The choices for a release. licence: its address, None if none is chosen. url: the address of the data set."""

    published: date
    licence: str | None = None
    url: str | None = None


def write_release(folder: Path, release: Release) -> list[str]:
    """Write the data set into a folder, which must be empty or absent; return the names of the files.

    Raises FileExistsError if the folder is not empty.
    """
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    files = dict(_data_files())
    files["datacite.json"] = _json(_datacite(release))
    files["CITATION.cff"] = _citation(release).encode()
    files["README.md"] = _readme(release, files).encode()
    files["ro-crate-metadata.json"] = _json(_crate(release, files))
    files["SHA256SUMS"] = "".join(f"{_digest(content)}  {name}\n" for name, content in sorted(files.items())).encode()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return sorted(files)


def _data_files() -> Iterator[tuple[str, bytes]]:
    note = {"atlas": atlas_version(), "version": version("cavalier")}
    for name, columns, rows in (
        ("figures", FIGURES, list(_figures())),
        ("tours", TOUR_COLUMNS, list(_tours())),
        ("families", FAMILY_COLUMNS, list(_families())),
        ("family-terms", TERM_COLUMNS, list(_family_terms())),
    ):
        yield f"data/{name}.csv", table_csv(list(columns), rows).encode()
        yield f"data/{name}.parquet", table_parquet(list(columns), rows, note)
    for sequence in _sequences():
        yield f"b-files/{_slug(sequence)}.txt", "".join(b_file(sequence.terms, sequence.first)).encode()


def _figures() -> Iterator[list[object]]:
    """Yield a row for each figure, and one for each start square of figures counted by start."""
    for entry in all_entries():
        certificate = entry.certificate or {}
        specification = json.dumps(entry.specification, sort_keys=True)
        for figure in entry.figures:
            for start, value in figure.values.items():
                error = figure.standard_error if start == EVERYWHERE else None
                yield [
                    entry.key, entry.board, entry.piece, start, figure.quantity, figure.convention, figure.exact, value,
                    error, figure.method, specification, entry.engine, entry.cpu_seconds,
                    certificate.get("modulus"), certificate.get("program"),
                ]  # fmt: skip


def _tours() -> Iterator[list[object]]:
    sources: dict[str, str] = {}
    with gzip.open(TOURS, "rt", encoding="utf-8") as lines:
        for line in lines:
            tour: dict[str, Any] = json.loads(line)
            if "source" in tour:
                sources[tour["job"]] = tour["source"]
            if "squares" in tour:
                squares = " ".join(",".join(map(str, square)) for square in tour["squares"])
                tour |= {"source": sources.get(tour["job"]), "squares": squares}
                yield [tour[name] for name in TOUR_COLUMNS]


def _families() -> Iterator[list[object]]:
    """Yield a row for each family and sort of tours."""
    for entry in family_entries().values():
        family, piece, tours = entry.subject
        growth = entry.figures["growth"]
        shown = {
            **entry.figures,
            "entry": entry.key,
            "family": family,
            "piece": piece_key(piece),
            "tours": tours,
            "terms": len(entry.figures["terms"]),
            "growth_low": growth["low"],
            "growth_high": growth["high"],
            "confirmed": entry.confirmed,
            "specification": json.dumps(entry.specification, sort_keys=True),
            "code_digest": entry.code_digest,
            "cpu_seconds": entry.cpu_seconds,
        }
        cells = (shown.get(name) for name in FAMILY_COLUMNS)
        yield [" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in cells]


def _family_terms() -> Iterator[list[object]]:
    """Yield a row for each board of a family."""
    for entry in family_entries().values():
        name, piece, _ = entry.subject
        family = parse_family(name, piece)
        for n, term in enumerate(entry.figures["terms"], 1):
            yield [entry.key, n, family.label(n), term]


def _sequences() -> list[KnownSequence]:
    """Return the sequences made from the atlas alone, without the jobs of any database here."""
    with tempfile.TemporaryDirectory(prefix="cavalier-release-") as folder:
        settings = Settings(data=Path(folder))
        upgrade(settings)
        database = open_database(settings)
        with database.reading() as session:
            found = known_sequences(session)
        database.close()
    return found


def _slug(sequence: KnownSequence) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{sequence.family}-{sequence.quantity}".lower()).strip("-")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _json(document: object) -> bytes:
    return (json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _datacite(release: Release) -> dict[str, object]:
    """Return the metadata of DataCite's schema 4, without the DOI that the archive gives."""
    rights = [] if release.licence is None else [{"rightsUri": release.licence, "rights": release.licence}]
    return {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "creators": [{"name": CREATOR, "nameType": "Organizational"}],
        "titles": [{"title": TITLE}],
        "publisher": {"name": CREATOR},
        "publicationYear": str(release.published.year),
        "types": {"resourceType": "Tables of exact counts", "resourceTypeGeneral": "Dataset"},
        "version": atlas_version(),
        "dates": [{"date": release.published.isoformat(), "dateType": "Issued"}],
        "descriptions": [{"description": ABSTRACT, "descriptionType": "Abstract"}],
        "subjects": [{"subject": "knight's tour"}, {"subject": "Hamiltonian path"}, {"subject": "enumeration"}],
        "rightsList": rights,
    }


def _citation(release: Release) -> str:
    lines = [
        "cff-version: 1.2.0",
        "message: If you use these data, please cite them as below, with the entry of each figure.",
        "type: dataset",
        f"title: {TITLE}",
        f"version: {atlas_version()}",
        f"date-released: {release.published.isoformat()}",
        "authors:",
        f"  - name: {CREATOR}",
    ]
    return "\n".join([*lines, *([] if release.url is None else [f"url: {release.url}"])]) + "\n"


def _readme(release: Release, files: Mapping[str, bytes]) -> str:
    def table(columns: Mapping[str, str]) -> str:
        return "\n".join(["| column | |", "|---|---|", *(f"| `{name}` | {what} |" for name, what in columns.items())])

    listed = "\n".join(f"- `{name}` ({len(content):,} bytes)" for name, content in sorted(files.items()))
    licence = "No licence is chosen yet." if release.licence is None else f"Licence: {release.licence}"
    return f"""# {TITLE}

{ABSTRACT} Version {atlas_version()}, made by Cavalier {version("cavalier")}, {release.published.isoformat()}.

{licence}

## Files

{listed}

`b-files` has a file for each family of boards whose counts make a sequence: n and the count, a line each.
`sha256sum --check SHA256SUMS` verifies all files.

## `data/figures`

{table(FIGURES)}

## `data/tours`

{table(TOUR_COLUMNS)}

## `data/families`

{table(FAMILY_COLUMNS)}

## `data/family-terms`

{table(TERM_COLUMNS)}
"""


def _crate(release: Release, files: Mapping[str, bytes]) -> dict[str, object]:
    """Return the description of RO-Crate 1.1."""
    kinds = {
        ".csv": "text/csv",
        ".parquet": "application/vnd.apache.parquet",
        ".txt": "text/plain",
        ".md": "text/markdown",
    }
    parts = [
        {
            "@id": name,
            "@type": "File",
            "name": name,
            "contentSize": str(len(content)),
            "sha256": _digest(content),
            "encodingFormat": kinds.get(Path(name).suffix, "application/json"),
        }
        for name, content in sorted(files.items())
    ]
    root: dict[str, object] = {
        "@id": "./",
        "@type": "Dataset",
        "name": TITLE,
        "description": ABSTRACT,
        "version": atlas_version(),
        "datePublished": release.published.isoformat(),
        "creator": {"@id": "#cavalier"},
        "hasPart": [{"@id": part["@id"]} for part in parts],
    }
    root |= {} if release.licence is None else {"license": {"@id": release.licence}}
    root |= {} if release.url is None else {"url": release.url}
    head = {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        "about": {"@id": "./"},
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
    }
    graph = [head, root, {"@id": "#cavalier", "@type": "Organization", "name": CREATOR}, *parts]
    if release.licence is not None:
        graph.append({"@id": release.licence, "@type": "CreativeWork", "name": "Licence"})
    return {"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph}
