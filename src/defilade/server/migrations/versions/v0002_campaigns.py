"""Campaigns, and who keeps which side in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
    )
    op.create_table(
        "campaign_seats",
        sa.Column("campaign", sa.String(40), nullable=False),
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
        sa.PrimaryKeyConstraint("campaign", "side", name="pk_campaign_seats"),
        sa.ForeignKeyConstraint(
            ["campaign"], ["campaigns.id"], name="fk_campaign_seats_campaign", ondelete="CASCADE"
        ),
    )
    for column in ("token", "invite", "account"):
        op.create_index(f"ix_campaign_seats_{column}", "campaign_seats", [column])


def downgrade() -> None:
    op.drop_table("campaign_seats")
    op.drop_table("campaigns")
