"""Tours: runs that a slice found, single tours, features, and rows packed into blocks."""

from __future__ import annotations

from sqlalchemy import JSON, Double, ForeignKey, Index, LargeBinary, SmallInteger, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from store.models.base import Base, partial_index
from store.models.columns import Key


class TourRun(Base):
    """Tours that one slice found with the same ends and symmetry: `count` rows of `tours` from `id`.

    What these tours share is stored here once; every filter except by class selects runs. A trigger deletes the tours
    of a deleted run.
    """

    __tablename__ = "tour_runs"
    __table_args__ = (
        Index(None, "board_id", "start", "end", "closed", "symmetry", "id"),
        Index(None, "shard_id", "start", "end", "closed", "symmetry", "id"),
        Index(None, "shard_id", "id"),
        Index(None, "found_at"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False, comment="of its first tour")
    count: Mapped[int]
    board_id: Mapped[int] = mapped_column(ForeignKey("boards.id"))
    shard_id: Mapped[int] = mapped_column(ForeignKey("shards.id", ondelete="CASCADE"))
    seq: Mapped[int] = mapped_column(comment="of the slice in its shard")
    start: Mapped[int]
    end: Mapped[int]
    closed: Mapped[bool]
    symmetry: Mapped[int] = mapped_column(SmallInteger, comment="number of board symmetries that fix each of them")
    found_at: Mapped[float] = mapped_column(Double)


class TourRow(Base):
    """A tour as its shard found it; within a shard, tours with equal ends and symmetry keep the search order.

    With `in_found_order` all tours of a shard do.
    """

    __tablename__ = "tours"
    __table_args__ = (Index(None, "class_key", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    class_key: Mapped[int] = mapped_column(Key, comment="64 bits of the canonical form's digest")
    path: Mapped[bytes] = mapped_column(LargeBinary, comment="packed by engine/tours/pack.py")


class TourBlock(Base):
    """A copy of some tours of a board for content searches: those with ids in one window.

    The copy is never stale: tours do not change, and ids are not reused. Tours outside blocks are searched by their
    paths. See store/tours/square_index.py.
    """

    __tablename__ = "tour_blocks"
    __table_args__ = (UniqueConstraint("board_id", "window"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True)
    board_id: Mapped[int] = mapped_column(ForeignKey("boards.id"))
    window: Mapped[int] = mapped_column(Key, comment="which ids, divided by the length of a window")
    ids: Mapped[bytes] = mapped_column(LargeBinary, comment="stretches of the ids of its tours, compressed")


class TourColumn(Base):
    """For each tour of a block the number of the move that enters one square."""

    __tablename__ = "tour_columns"

    block_id: Mapped[int] = mapped_column(ForeignKey("tour_blocks.id", ondelete="CASCADE"), primary_key=True)
    square: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    numbers: Mapped[bytes] = mapped_column(LargeBinary, comment="from 0, in the order of the ids, compressed")


class TourFeatures(Base):
    """Statistics of some tours of a board, by column: of one commit, or of one window of ids.

    A tour is in one row at most. Housekeeping merges the rows of a full window. If a run of tours is deleted, a
    trigger clears the counts of their row, so that it is rebuilt. See store/tours/features.py.
    """

    __tablename__ = "tour_features"
    __table_args__ = (
        Index(None, "board_id", "window", "first"),
        partial_index("ix_tour_features_unmeasured", "window", where=text("counts IS NULL")),
    )

    first: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False, comment="id of its first tour")
    last: Mapped[int] = mapped_column(Key, comment="id of its last tour")
    board_id: Mapped[int] = mapped_column(ForeignKey("boards.id"))
    window: Mapped[int] = mapped_column(Key, comment="which ids, divided by the length of a window")
    tours: Mapped[int] = mapped_column(comment="how many it has")
    ids: Mapped[bytes | None] = mapped_column(
        LargeBinary, comment="stretches of their ids; NULL: all from first to last"
    )
    counts: Mapped[dict[str, dict[str, int]] | None] = mapped_column(
        JSON(none_as_null=True), comment="by statistic and value, how many have it; NULL: they are to be measured"
    )
    crossings: Mapped[bytes | None] = mapped_column(
        LargeBinary, comment="of each tour, in the order of the ids, compressed"
    )
    turns: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    straight_run: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    turning_number: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    swept_area: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    wedges: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    corner_type: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise; 0 of tours without one")
    magic: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    angle_37: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    angle_53: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    angle_90: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    angle_127: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    angle_143: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    angle_180: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    moves_ene: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    moves_nne: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    moves_nnw: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")
    moves_wnw: Mapped[bytes | None] = mapped_column(LargeBinary, comment="likewise")


class TourNumber(Base):
    """The last tour id used on SQLite (one row); PostgreSQL has a sequence. Ids are not reused."""

    __tablename__ = "tour_numbers"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    last: Mapped[int] = mapped_column(Key)
