"""The PostgreSQL role that may read the views and nothing else.

An operator's command (`cavalier db readers`) creates it, without password or login; the service assumes it for a
query. Its rights are checked before each query: if they exceed the views, the query is refused.
"""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from store.sql.errors import QueriesOffError
from store.sql.views import VIEWS

REMEDY = "an operator makes the role by `cavalier db readers`"
ROLE_OF = text("SELECT left(current_database(), 55) || '_readers'")
FACTS = text(
    """SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls OR rolcanlogin,
    pg_has_role(current_user, oid, 'MEMBER'),
    EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) FROM pg_roles WHERE rolname = :role"""
)
TOO_MUCH = text(
    """SELECT pg_class.relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = pg_class.relnamespace
    WHERE pg_class.relkind IN ('r', 'v', 'm', 'p', 'f') AND pg_namespace.nspname <> 'information_schema'
    AND left(pg_namespace.nspname, 3) <> 'pg_'
    AND (has_any_column_privilege(:role, pg_class.oid, 'SELECT,INSERT,UPDATE')
      AND NOT (pg_class.relname = ANY(:views) AND pg_class.relkind = 'v')
      OR has_table_privilege(:role, pg_class.oid, 'INSERT,UPDATE,DELETE,TRUNCATE')) LIMIT 1"""
)


def checked_role(session: Session) -> str:
    """Return the reader role; QueriesOffError if it is missing or may do more than read the views."""
    role = str(session.scalar(ROLE_OF))
    facts = session.execute(FACTS, {"role": role}).first()
    if facts is None:
        raise QueriesOffError(f"this database has no role {role}: {REMEDY}")
    mighty, member, belongs = facts
    if not member:
        raise QueriesOffError(f"this service may not put on the role {role}: {REMEDY}")
    if mighty or belongs:
        raise QueriesOffError(f"the role {role} may do more than read views, or belongs to others: {REMEDY}")
    beyond = session.scalar(TOO_MUCH, {"role": role, "views": list(VIEWS)})
    if beyond is not None:
        raise QueriesOffError(f"the role {role} may do more than read views: it has rights on {beyond}")
    return role


def make_role(session: Session) -> str:
    """Create the reader role if missing, let this user assume it, and return its name.

    Raises QueriesOffError, with the statements to run, if this user may not.
    """
    role = str(session.scalar(ROLE_OF))
    user = str(session.scalar(text("SELECT current_user")))
    statements = [f"CREATE ROLE {_quote(role)} NOLOGIN", f"GRANT {_quote(role)} TO {_quote(user)}"]
    try:
        with session.begin_nested():
            for statement in statements if session.execute(FACTS, {"role": role}).first() is None else statements[1:]:
                session.execute(text(statement))
    except DBAPIError as error:
        asked = "; ".join(statements)
        raise QueriesOffError(f"{user} may not make the role; let an administrator run: {asked}") from error
    grant_views(session)
    return role


def grant_views(session: Session) -> None:
    """Grant the reader role, if there is one, access to the views; recreated views have lost their grants."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        return
    role = str(session.scalar(ROLE_OF))
    if session.execute(FACTS, {"role": role}).first() is not None:
        session.execute(text(f"GRANT SELECT ON {', '.join(VIEWS)} TO {_quote(role)}"))


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
