"""The sources as the API shows them: each printed figure beside ours."""

from __future__ import annotations

from flask import url_for
from pydantic import BaseModel, Field

from api.http.base_document import RowDocument
from reproduction.report import place
from reproduction.sources import Origin, Source, SourceFigure, SourceTable
from reproduction.verdict import Verdict


class SourceDocument(BaseModel):
    """A published document."""

    name: str = Field(examples=["marche-du-cavalier"])
    title: str
    language: str = Field(description="of the document, as of RFC 5646", examples=["fr"])
    year: int | None
    about: str = Field(description="what it says, in a few sentences")
    tables: int
    figures: int
    verdicts: dict[str, int] = Field(description="number of figures by verdict")


class SourceJobDocument(RowDocument):
    """A job that figures come from. POST its specification to /jobs to run it."""

    name: str
    specification: dict[str, object] = Field(description="of a full run")
    quick: dict[str, object] | None = Field(description="of a quick run, where that asks for less; else null")
    job: str | None = Field(description="id of the newest such job of this database, if there is one")
    state: str | None = Field(description="of that job")


class SourceFigureDocument(RowDocument):
    """A printed figure beside ours."""

    key: str = Field(description="permanent name, that of /references")
    quantity: str
    place: str = Field(description="quantity, board and place in words")
    board: str | None
    at: dict[str, object] = Field(description="what the figure belongs to, such as a square or a depth")
    convention: str | None
    printed: object = Field(description='as printed; whole numbers are decimal strings; "unknown": not recorded here')
    printed_error: float | None = Field(description="one standard error, where one is printed")
    exact: bool = Field(description="whether the source claims to be exact")
    verdict: Verdict
    computed: object = Field(description="ours; null where there is none")
    computed_error: float | None = Field(description="one standard error; null where ours is exact, or there is none")
    method: str | None = Field(description="how ours was obtained")
    z: float | None = Field(description="difference beyond rounding, in standard errors of both together")
    right: object = Field(description="what it should read, where the print is wrong")
    why: str | None = Field(description="why it is refuted, or not reproduced")
    note: str | None
    origin: Origin = Field(description="whose ours is: of jobs of this database, or of the run that was recorded")
    jobs: list[str] = Field(description="names of the jobs that ours comes from; none where it needs no job")


class PictureDocument(BaseModel):
    """A picture of a table."""

    title: str
    href: str = Field(description="SVG")


class SourceTableDocument(BaseModel):
    """A table of a source."""

    name: str
    what: str = Field(description="what the table holds, by which conventions")
    verdicts: dict[str, int]
    figures: list[SourceFigureDocument]
    jobs: list[SourceJobDocument]
    pictures: list[PictureDocument]


class SourcePageDocument(SourceDocument):
    """A source, table by table."""

    contents: list[SourceTableDocument]


class SourcesDocument(BaseModel):
    """All sources."""

    items: list[SourceDocument]


def source_document(source: Source, tables: list[SourceTable]) -> SourceDocument:
    """Return the head of a source."""
    return SourceDocument(**_head(source, tables))


def source_page_document(source: Source, tables: list[SourceTable]) -> SourcePageDocument:
    """Return a source with all its tables."""
    return SourcePageDocument(**_head(source, tables), contents=[table_document(source, table) for table in tables])


def _head(source: Source, tables: list[SourceTable]) -> dict[str, object]:
    verdicts: dict[str, int] = {}
    for table in tables:
        for verdict, number in table.verdicts.items():
            verdicts[verdict] = verdicts.get(verdict, 0) + number
    return vars(source) | {"tables": len(tables), "figures": sum(verdicts.values()), "verdicts": verdicts}


def table_document(source: Source, table: SourceTable) -> SourceTableDocument:
    """Return a table of a source."""
    return SourceTableDocument(
        name=table.name,
        what=table.comparisons[0].figure.what,
        verdicts=table.verdicts,
        figures=[_figure(one) for one in table.figures],
        jobs=[SourceJobDocument.of(one) for one in table.jobs],
        pictures=[
            PictureDocument(
                title=title,
                href=url_for("dashboard.source_picture", name=source.name, table=table.name, number=number),
            )
            for number, title in enumerate(table.pictures)
        ],
    )


def _figure(one: SourceFigure) -> SourceFigureDocument:
    figure, computed = one.comparison.figure, one.comparison.computed
    return SourceFigureDocument.of(
        figure,
        place=place(figure),
        printed=figure.value,
        printed_error=figure.error,
        verdict=one.comparison.verdict,
        computed=computed.value if computed else None,
        computed_error=computed.error if computed else None,
        method=computed.method if computed else None,
        z=one.comparison.z,
        why=one.comparison.why,
        origin=one.origin,
        jobs=one.jobs,
    )
