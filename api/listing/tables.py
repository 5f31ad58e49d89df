"""Lists as tables: a row for each entry, as CSV or Parquet beside JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from flask import Response, request
from pydantic import BaseModel, Field

from api.http.export_headers import DESCRIBED, origin_headers
from api.openapi.endpoint import Reply
from api.openapi.query import Query
from findings.exports.provenance import origin
from findings.exports.table import table_csv, table_parquet

Form = Literal["json", "csv", "parquet"]
MEDIA: Mapping[str, str] = {
    "json": "application/json",
    "csv": "text/csv",
    "parquet": "application/vnd.apache.parquet",
}
FORMS = tuple(MEDIA.values())
FILE = {
    "Content-Disposition": "the file's name, of CSV and Parquet",
    "Export-More": "of CSV and Parquet: true where there are more rows, which were left out",
} | DESCRIBED


class TableQuery(Query):
    """The parameters of every list that is sent whole."""

    format: Form = Field(default="json", description="csv, parquet: as a table, a row for each entry")


def whole_list(whole: type[BaseModel], items: Sequence[BaseModel], query: TableQuery) -> Reply:
    """Return a list that is sent whole, in the form that is asked for; whole: the model that has it as `items`."""
    if query.format == "json":
        return whole(items=items)
    (kind,) = get_args(whole.model_fields["items"].annotation)
    return sent_table(kind, items, query.format)


def sent_table(
    kind: type[BaseModel],
    items: Iterable[BaseModel],
    form: Form,
    *,
    names: Sequence[str] | None = None,
    more: Mapping[str, str] | None = None,
    cut: bool = False,
) -> Response:
    """Return entries as a file, a row each; names: the fields of `kind` to write.

    A field that is itself an entry has a column for each of its fields, such as `progress.work`; a list is written as
    JSON. more: further headers. cut: whether there are more entries.
    """
    paths = list(_paths(kind, names))
    columns = [".".join(path) for path in paths]
    included = None if names is None else set(names)
    documents = (item.model_dump(mode="json", by_alias=True, include=included) for item in items)
    rows = [[_cell(document, path) for path in paths] for document in documents]
    made = replace(origin(request.path, request.args.to_dict(flat=False)), rows=len(rows))
    content = table_content(columns, rows, form, made.facts() | {"more": cut})
    head = origin_headers(replace(made, sha256=sha256(content).hexdigest())) | {"Export-More": str(cut).lower()}
    name = f'attachment; filename="{request.path.rstrip("/").rpartition("/")[2]}.{form}"'
    return Response(content, mimetype=MEDIA[form], headers=head | {"Content-Disposition": name} | dict(more or {}))


def table_content(
    columns: Sequence[str], rows: Sequence[Sequence[object]], form: Form, noted: Mapping[str, object]
) -> bytes:
    """Return a table as a file of this form."""
    return table_csv(columns, rows).encode() if form == "csv" else table_parquet(columns, rows, noted)


def _paths(kind: type[BaseModel], names: Sequence[str] | None = None) -> Iterator[tuple[str, ...]]:
    """Yield the path to the value of each column in an entry, as nested names."""
    for name, field in kind.model_fields.items():
        shown = field.alias or name
        if names is not None and name not in names:
            continue
        inner = _model(field.annotation)
        yield from [(shown,)] if inner is None else ((shown, *path) for path in _paths(inner))


def _model(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401  whatever stands in a model
    """Return the model of a field's values, None where they have none."""
    if get_origin(annotation) is Annotated:
        return _model(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        kinds = [one for one in get_args(annotation) if one is not type(None)]
        return _model(kinds[0]) if len(kinds) == 1 else None
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None


def _cell(document: Mapping[str, Any], path: Sequence[str]) -> object:
    value: Any = document.get(path[0])
    for name in path[1:]:
        value = None if value is None else value.get(name)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
