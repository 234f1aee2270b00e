"""People who meet at a server: challenges, ratings, and letters to those whose turn it is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("email", sa.String(254), nullable=False, server_default=""))
    op.add_column("accounts", sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("accounts", sa.Column("told", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("accounts", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.create_index("ix_accounts_seen", "accounts", ["seen"])
    op.add_column("games", sa.Column("challenge", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("rated", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("told", sa.Integer, nullable=False, server_default="-1"))
    op.create_index("ix_games_challenge", "games", ["challenge"])
    op.create_index("ix_games_rated", "games", ["rated"])
    op.create_table(
        "ratings",
        sa.Column(
            "account", sa.String(40), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("system", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("ix_ratings_system", "ratings", ["system", "mu"])


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_index("ix_games_rated", "games")
    op.drop_index("ix_games_challenge", "games")
    for column in ("told", "rated", "challenge"):
        op.drop_column("games", column)
    op.drop_index("ix_accounts_seen", "accounts")
    for column in ("seen", "told", "confirmed", "email"):
        op.drop_column("accounts", column)
