"""Jobs, boards, results and operations.

Every migration runs on SQLite and PostgreSQL, can be undone, and keeps old workers working until they are replaced.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import BigCount, Document, Key

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.String(length=16), nullable=False),
        sa.Column("secret_sha256", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=True),
        sa.Column("revoked_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
    )
    op.create_table(
        "boards",
        sa.Column("id", Key, nullable=False),
        sa.Column("label", sa.String(length=1100), nullable=False),
        sa.Column("piece", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("definition", Document, nullable=False),
        sa.Column("facts", Document, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_boards")),
        sa.UniqueConstraint("label", "piece", name=op.f("uq_boards_label_piece")),
    )
    op.create_table(
        "maintenance",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_maintenance")),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )
    op.create_table(
        "workers",
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("engine", sa.String(length=32), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_workers")),
    )
    op.create_table(
        "jobs",
        sa.Column("id", Key, nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("method", sa.String(length=32), nullable=True),
        sa.Column("board_id", Key, nullable=True),
        sa.Column("specification", Document, nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=True),
        sa.Column("explanation", sa.Text(), nullable=True),
        sa.Column("label", sa.String(length=200), nullable=True),
        sa.Column("owner", sa.String(length=64), nullable=True),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("served", sa.Double(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("engine", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=True),
        sa.Column("finished_at", sa.Double(), nullable=True),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'pausing', 'paused', 'succeeded', 'failed', 'cancelled')",
            name=op.f("ck_jobs_state"),
        ),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_jobs_board_id_boards")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
        sa.UniqueConstraint("public_id", name=op.f("uq_jobs_public_id")),
    )
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_jobs_board_id_kind"), ["board_id", "kind"], unique=False)
        batch_op.create_index(batch_op.f("ix_jobs_fingerprint"), ["fingerprint"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_jobs_state_priority_served"), ["state", "priority", "served"], unique=False
        )

    op.create_table(
        "counts",
        sa.Column("id", Key, nullable=False),
        sa.Column("job_id", Key, nullable=False),
        sa.Column("quantity", sa.String(length=64), nullable=False),
        sa.Column("convention", sa.String(length=16), nullable=False),
        sa.Column("value", BigCount(), nullable=False),
        sa.Column("method", sa.String(length=32), nullable=False),
        sa.Column("extra", Document, nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_counts_job_id_jobs"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_counts")),
    )
    with op.batch_alter_table("counts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_counts_job_id"), ["job_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_counts_quantity_convention_value"), ["quantity", "convention", "value"], unique=False
        )

    op.create_table(
        "end_statistics",
        sa.Column("job_id", Key, nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("tours", BigCount(), nullable=False),
        sa.Column("extra", Document, nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["jobs.id"], name=op.f("fk_end_statistics_job_id_jobs"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("job_id", "start", "end", name=op.f("pk_end_statistics")),
    )
    op.create_table(
        "estimates",
        sa.Column("id", Key, nullable=False),
        sa.Column("job_id", Key, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("quantity", sa.String(length=64), nullable=False),
        sa.Column("convention", sa.String(length=16), nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.Column("standard_error", sa.Double(), nullable=False),
        sa.Column("estimator", sa.String(length=64), nullable=False),
        sa.Column("samples", Key, nullable=False),
        sa.Column("unbiased", sa.Boolean(), nullable=False),
        sa.Column("extra", Document, nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_estimates_job_id_jobs"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_estimates")),
    )
    with op.batch_alter_table("estimates", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_estimates_job_id_round"), ["job_id", "round"], unique=False)

    op.create_table(
        "events",
        sa.Column("id", Key, nullable=False),
        sa.Column("job_id", Key, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("data", Document, nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_events_job_id_jobs"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
    )
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_events_job_id_id"), ["job_id", "id"], unique=False)

    op.create_table(
        "idempotency_keys",
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("request_sha256", sa.String(length=64), nullable=False),
        sa.Column("job_id", Key, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["jobs.id"], name=op.f("fk_idempotency_keys_job_id_jobs"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("owner", "key", name=op.f("pk_idempotency_keys")),
    )
    op.create_table(
        "result_parts",
        sa.Column("job_id", Key, nullable=False),
        sa.Column("part", sa.String(length=16), nullable=False),
        sa.Column("payload", Document, nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_result_parts_job_id_jobs"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", "part", name=op.f("pk_result_parts")),
    )
    op.create_table(
        "shards",
        sa.Column("id", Key, nullable=False),
        sa.Column("job_id", Key, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=100), nullable=False),
        sa.Column("target", Document, nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("fence", Key, nullable=False),
        sa.Column("worker", sa.String(length=100), nullable=True),
        sa.Column("lease_until", sa.Double(), nullable=True),
        sa.Column("not_before", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("work", Key, nullable=False),
        sa.Column("progress", sa.Double(), nullable=False),
        sa.Column("cpu_seconds", sa.Double(), nullable=False),
        sa.Column("tours", Key, nullable=False),
        sa.Column("checkpoint", sa.LargeBinary(), nullable=True),
        sa.Column("statistics", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("state IN ('ready', 'leased', 'finished', 'quarantined')", name=op.f("ck_shards_state")),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_shards_job_id_jobs"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shards")),
        sa.UniqueConstraint("job_id", "number", name=op.f("uq_shards_job_id_number")),
    )
    with op.batch_alter_table("shards", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_shards_job_id_state_number"), ["job_id", "state", "number"], unique=False)
        batch_op.create_index(batch_op.f("ix_shards_state_lease_until"), ["state", "lease_until"], unique=False)

    op.create_table(
        "square_statistics",
        sa.Column("job_id", Key, nullable=False),
        sa.Column("square", sa.Integer(), nullable=False),
        sa.Column("tours", BigCount(), nullable=True),
        sa.Column("closed", BigCount(), nullable=True),
        sa.Column("dead_ends", BigCount(), nullable=True),
        sa.Column("nodes", BigCount(), nullable=True),
        sa.Column("extra", Document, nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["jobs.id"], name=op.f("fk_square_statistics_job_id_jobs"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("job_id", "square", name=op.f("pk_square_statistics")),
    )
    op.create_table(
        "slices",
        sa.Column("id", Key, nullable=False),
        sa.Column("shard_id", Key, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("fence", Key, nullable=False),
        sa.Column("worker", sa.String(length=100), nullable=False),
        sa.Column("engine", sa.String(length=32), nullable=False),
        sa.Column("input_digest", sa.String(length=64), nullable=False),
        sa.Column("output_digest", sa.String(length=64), nullable=False),
        sa.Column("work", Key, nullable=False),
        sa.Column("tours", sa.Integer(), nullable=False),
        sa.Column("wall_seconds", sa.Double(), nullable=False),
        sa.Column("cpu_seconds", sa.Double(), nullable=False),
        sa.Column("done_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["shard_id"], ["shards.id"], name=op.f("fk_slices_shard_id_shards"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slices")),
        sa.UniqueConstraint("shard_id", "seq", name=op.f("uq_slices_shard_id_seq")),
    )
    with op.batch_alter_table("slices", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_slices_done_at"), ["done_at"], unique=False)

    op.create_table(
        "tours",
        sa.Column("id", Key, nullable=False),
        sa.Column("class_key", Key, nullable=False),
        sa.Column("path", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tours")),
    )
    with op.batch_alter_table("tours", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tours_class_key"), ["class_key"], unique=False)

    op.create_table(
        "tour_runs",
        sa.Column("id", Key, autoincrement=False, nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("board_id", Key, nullable=False),
        sa.Column("shard_id", Key, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("symmetry", sa.SmallInteger(), nullable=False),
        sa.Column("found_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_tour_runs_board_id_boards")),
        sa.ForeignKeyConstraint(
            ["shard_id"], ["shards.id"], name=op.f("fk_tour_runs_shard_id_shards"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tour_runs")),
    )
    with op.batch_alter_table("tour_runs", schema=None) as batch_op:
        for first in ("board_id", "shard_id"):
            batch_op.create_index(
                batch_op.f(f"ix_tour_runs_{first}_start_end_closed_symmetry_id"),
                [first, "start", "end", "closed", "symmetry", "id"],
                unique=False,
            )
        batch_op.create_index(batch_op.f("ix_tour_runs_found_at"), ["found_at"], unique=False)


def downgrade() -> None:
    """Undo."""
    with op.batch_alter_table("tour_runs", schema=None) as batch_op:
        for first in ("found_at", *(f"{column}_start_end_closed_symmetry_id" for column in ("shard_id", "board_id"))):
            batch_op.drop_index(batch_op.f(f"ix_tour_runs_{first}"))

    op.drop_table("tour_runs")
    with op.batch_alter_table("tours", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tours_class_key"))

    op.drop_table("tours")
    with op.batch_alter_table("slices", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_slices_done_at"))

    op.drop_table("slices")
    op.drop_table("square_statistics")
    with op.batch_alter_table("shards", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_shards_state_lease_until"))
        batch_op.drop_index(batch_op.f("ix_shards_job_id_state_number"))

    op.drop_table("shards")
    op.drop_table("result_parts")
    op.drop_table("idempotency_keys")
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_events_job_id_id"))

    op.drop_table("events")
    with op.batch_alter_table("estimates", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_estimates_job_id_round"))

    op.drop_table("estimates")
    op.drop_table("end_statistics")
    with op.batch_alter_table("counts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_counts_quantity_convention_value"))
        batch_op.drop_index(batch_op.f("ix_counts_job_id"))

    op.drop_table("counts")
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_jobs_state_priority_served"))
        batch_op.drop_index(batch_op.f("ix_jobs_fingerprint"))
        batch_op.drop_index(batch_op.f("ix_jobs_board_id_kind"))

    op.drop_table("jobs")
    op.drop_table("workers")
    op.drop_table("secrets")
    op.drop_table("maintenance")
    op.drop_table("boards")
    op.drop_table("api_keys")
