"""The tables. Portable SQL: the same on SQLite and PostgreSQL.

Answers and pages are kept as blobs and referred to by SHA-256; what is searched and sorted by has
a column. Endpoints are kept without their keys.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A time zone aware moment; SQLite, which knows none, gets it in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


plans = Table(
    "plans",
    metadata,
    Column("id", String(64), primary_key=True, comment="SHA-256 of the plan's JSON"),
    Column("requirement", Text, nullable=False),
    Column("planner", String(200), nullable=False),
    Column("plan", JSON, nullable=False),
    Column("created_at", Moment, nullable=False),
)

generations = Table(
    "generations",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("requirement", Text, nullable=False),
    Column("lang", String(8), nullable=False),
    Column("endpoint", String(200), nullable=False),
    Column("model", String(300), nullable=False),
    Column("group_id", String(64), nullable=True, index=True),
    Column("parent_id", ForeignKey("generations.id", ondelete="SET NULL"), index=True),
    Column("version", Integer, nullable=False),
    Column("state", String(16), nullable=False, index=True),
    Column("owner", String(200), nullable=True, comment="who works on it"),
    Column("meta", JSON, nullable=False, comment="the generation without its texts"),
    Column("text_ref", String(64)),
    Column("reasoning_ref", String(64)),
    Column("arrivals_ref", String(64)),
    Column("page_ref", String(64)),
    Column("page_reasons", JSON, nullable=False),
    Column("completeness", String(16)),
    Column("plan_id", ForeignKey("plans.id", ondelete="SET NULL"), index=True),
    Column("verdict", String(16)),
    Column("score", Float),
    Column("seconds", Float),
    Column("tokens", Integer),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Index(None, "created_at", "id"),
    Index(None, "model", "created_at", "id"),
    Index(None, "verdict", "created_at", "id"),
)

answer_pieces = Table(
    "answer_pieces",
    metadata,
    Column("generation_id", ForeignKey("generations.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("text", LargeBinary, nullable=False),
    Column("reasoning", LargeBinary, nullable=False),
    comment="what has arrived of an answer that is still coming in; moved to blobs at its end",
)

scorecards = Table(
    "scorecards",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("generation_id", ForeignKey("generations.id", ondelete="CASCADE"), nullable=False),
    Column("scorer_version", String(40), nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("score", Float),
    Column("card", JSON, nullable=False),
    Column("created_at", Moment, nullable=False),
    Index(None, "generation_id", "id"),
)

blob_uses = Table(
    "blob_uses",
    metadata,
    Column("ref", String(64), primary_key=True),
    Column(
        "generation_id",
        ForeignKey("generations.id", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
)

endpoints = Table(
    "endpoints",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("base_url", Text, nullable=False),
    Column("config", JSON, nullable=False, comment="dialect, extra body, ...; never a key"),
    Column("created_at", Moment, nullable=False),
)

labels = Table(
    "labels",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("generation_id", ForeignKey("generations.id", ondelete="CASCADE"), nullable=False),
    Column("check_id", String(60), nullable=False),
    Column("says", Text, nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("note", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    UniqueConstraint("generation_id", "check_id"),
)

votes = Table(
    "votes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("group_id", String(64), nullable=False, index=True),
    Column("generation_id", ForeignKey("generations.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", Moment, nullable=False),
    Index(None, "generation_id"),
)

settings = Table(
    "settings",
    metadata,
    Column("key", String(100), primary_key=True),
    Column("value", JSON, nullable=False),
)
