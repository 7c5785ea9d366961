"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Moment = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "endpoints",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("base_url", sa.Text(), nullable=False),
        sa.Column(
            "config", sa.JSON(), nullable=False, comment="dialect, extra body, ...; never a key"
        ),
        sa.Column("created_at", Moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_endpoints")),
    )
    op.create_table(
        "plans",
        sa.Column("id", sa.String(length=64), nullable=False, comment="SHA-256 of the plan's JSON"),
        sa.Column("requirement", sa.Text(), nullable=False),
        sa.Column("planner", sa.String(length=200), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("created_at", Moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plans")),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_settings")),
    )
    op.create_table(
        "generations",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("requirement", sa.Text(), nullable=False),
        sa.Column("lang", sa.String(length=8), nullable=False),
        sa.Column("endpoint", sa.String(length=200), nullable=False),
        sa.Column("model", sa.String(length=300), nullable=False),
        sa.Column("group_id", sa.String(length=64), nullable=True),
        sa.Column("parent_id", sa.String(length=64), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("owner", sa.String(length=200), nullable=True, comment="who works on it"),
        sa.Column("meta", sa.JSON(), nullable=False, comment="the generation without its texts"),
        sa.Column("text_ref", sa.String(length=64), nullable=True),
        sa.Column("reasoning_ref", sa.String(length=64), nullable=True),
        sa.Column("arrivals_ref", sa.String(length=64), nullable=True),
        sa.Column("page_ref", sa.String(length=64), nullable=True),
        sa.Column("page_reasons", sa.JSON(), nullable=False),
        sa.Column("completeness", sa.String(length=16), nullable=True),
        sa.Column("plan_id", sa.String(length=64), nullable=True),
        sa.Column("verdict", sa.String(length=16), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("tokens", sa.Integer(), nullable=True),
        sa.Column("created_at", Moment, nullable=False),
        sa.Column("updated_at", Moment, nullable=False),
        sa.ForeignKeyConstraint(
            ["parent_id"],
            ["generations.id"],
            name=op.f("fk_generations_parent_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["plan_id"], ["plans.id"], name=op.f("fk_generations_plan_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_generations")),
    )
    op.create_index(
        op.f("ix_generations_created_at_id"), "generations", ["created_at", "id"], unique=False
    )
    op.create_index(op.f("ix_generations_group_id"), "generations", ["group_id"], unique=False)
    op.create_index(
        op.f("ix_generations_model_created_at_id"),
        "generations",
        ["model", "created_at", "id"],
        unique=False,
    )
    op.create_index(op.f("ix_generations_parent_id"), "generations", ["parent_id"], unique=False)
    op.create_index(op.f("ix_generations_plan_id"), "generations", ["plan_id"], unique=False)
    op.create_index(op.f("ix_generations_state"), "generations", ["state"], unique=False)
    op.create_index(
        op.f("ix_generations_verdict_created_at_id"),
        "generations",
        ["verdict", "created_at", "id"],
        unique=False,
    )
    op.create_table(
        "answer_pieces",
        sa.Column("generation_id", sa.String(length=64), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.Column("reasoning", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["generation_id"],
            ["generations.id"],
            name=op.f("fk_answer_pieces_generation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("generation_id", "position", name=op.f("pk_answer_pieces")),
        comment="what has arrived of an answer that is still coming in; moved to blobs at its end",
    )
    op.create_table(
        "blob_uses",
        sa.Column("ref", sa.String(length=64), nullable=False),
        sa.Column("generation_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["generation_id"],
            ["generations.id"],
            name=op.f("fk_blob_uses_generation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("ref", "generation_id", name=op.f("pk_blob_uses")),
    )
    op.create_index(
        op.f("ix_blob_uses_generation_id"), "blob_uses", ["generation_id"], unique=False
    )
    op.create_table(
        "labels",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("generation_id", sa.String(length=64), nullable=False),
        sa.Column("check_id", sa.String(length=60), nullable=False),
        sa.Column("says", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created_at", Moment, nullable=False),
        sa.ForeignKeyConstraint(
            ["generation_id"],
            ["generations.id"],
            name=op.f("fk_labels_generation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_labels")),
        sa.UniqueConstraint(
            "generation_id", "check_id", name=op.f("uq_labels_generation_id_check_id")
        ),
    )
    op.create_table(
        "scorecards",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("generation_id", sa.String(length=64), nullable=False),
        sa.Column("scorer_version", sa.String(length=40), nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("card", sa.JSON(), nullable=False),
        sa.Column("created_at", Moment, nullable=False),
        sa.ForeignKeyConstraint(
            ["generation_id"],
            ["generations.id"],
            name=op.f("fk_scorecards_generation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scorecards")),
    )
    op.create_index(
        op.f("ix_scorecards_generation_id_id"), "scorecards", ["generation_id", "id"], unique=False
    )
    op.create_table(
        "votes",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("group_id", sa.String(length=64), nullable=False),
        sa.Column("generation_id", sa.String(length=64), nullable=False),
        sa.Column("created_at", Moment, nullable=False),
        sa.ForeignKeyConstraint(
            ["generation_id"],
            ["generations.id"],
            name=op.f("fk_votes_generation_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_votes")),
    )
    op.create_index(op.f("ix_votes_generation_id"), "votes", ["generation_id"], unique=False)
    op.create_index(op.f("ix_votes_group_id"), "votes", ["group_id"], unique=False)
