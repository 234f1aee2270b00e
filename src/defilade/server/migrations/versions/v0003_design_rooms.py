"""Rooms in which two players buy their forces in secret, and who buys what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "design_rooms",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_design_rooms"),
    )
    op.create_table(
        "design_room_seats",
        sa.Column("room", sa.String(40), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("invite", sa.String(64), nullable=False),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("orders", sa.Text, nullable=False),
        sa.Column("taken", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("room", "side", name="pk_design_room_seats"),
        sa.ForeignKeyConstraint(
            ["room"], ["design_rooms.id"], name="fk_design_room_seats_room", ondelete="CASCADE"
        ),
    )
    for column in ("token", "invite", "account"):
        op.create_index(f"ix_design_room_seats_{column}", "design_room_seats", [column])


def downgrade() -> None:
    op.drop_table("design_room_seats")
    op.drop_table("design_rooms")
