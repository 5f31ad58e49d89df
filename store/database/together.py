"""Statements sent to PostgreSQL together and answered in one round trip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from sqlalchemy import Connection, CursorResult, Engine, Executable, event
from sqlalchemy.engine.interfaces import DBAPICursor, ExecutionContext

Bound = tuple[Executable, Mapping[str, object]]
"""A statement with the values of its parameters."""

PIPELINE = "pipeline"
"""The execution option of the last statement: the pipeline to close once the statement is sent."""


def execute_together(connection: Connection, statements: Sequence[Bound]) -> CursorResult[Any]:
    """Execute statements of a connection of `Database.at_once` and return the result of the last.

    On PostgreSQL they are one transaction, committed with the last: a pipeline ends with one synchronisation. The
    results of the others are lost, so the conditions of each must cover the case that an earlier one did nothing.
    """
    *earlier, (last, values) = statements
    with ExitStack() as pipeline:
        if connection.dialect.name == "postgresql":
            pipeline.enter_context(connection.connection.driver_connection.pipeline())  # type: ignore[union-attr]  # psycopg's
        for statement, given in earlier:
            connection.execute(statement, given)
        return connection.execute(last, values, execution_options={PIPELINE: pipeline})


def end_pipelines(engine: Engine) -> None:
    """Let the last statement of a pipeline end it, so that its result can be read."""

    def execute(cursor: DBAPICursor, statement: str, parameters: Any, context: ExecutionContext) -> bool:  # noqa: ANN401
        pipeline = context.execution_options.get(PIPELINE)
        if pipeline is None:
            return False
        cursor.execute(statement, parameters)
        pipeline.close()
        return True

    event.listen(engine, "do_execute", execute)
