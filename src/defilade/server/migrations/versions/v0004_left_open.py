"""What a server needs that is left open to the world: who made a game, seeds that are kept sealed, and what each player
adds to the dice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

SEATS = ("seats", "campaign_seats", "design_room_seats")


def upgrade() -> None:
    op.add_column("games", sa.Column("made_by", sa.String(40), nullable=False, server_default=""))
    op.add_column("games", sa.Column("commitment", sa.String(64), nullable=False, server_default=""))
    op.add_column("games", sa.Column("dice", sa.Integer, nullable=False, server_default="1"))
    op.add_column("games", sa.Column("sealed", sa.Text, nullable=False, server_default=""))
    op.create_index("ix_games_made_by", "games", ["made_by"])
    op.create_index("ix_games_last_moved", "games", ["last_moved"])
    for table in SEATS:
        op.add_column(table, sa.Column("pledge", sa.String(64), nullable=False, server_default=""))
        op.add_column(table, sa.Column("salt", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    for table in SEATS:
        op.drop_column(table, "salt")
        op.drop_column(table, "pledge")
    op.drop_index("ix_games_last_moved", "games")
    op.drop_index("ix_games_made_by", "games")
    for column in ("sealed", "dice", "commitment", "made_by"):
        op.drop_column("games", column)
