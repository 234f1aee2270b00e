"""Who answers for a game: whoever opened it, also where it came of a campaign or was played once more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("games", sa.Column("person", sa.String(40), nullable=False, server_default=""))
    op.add_column("games", sa.Column("address", sa.String(40), nullable=False, server_default=""))
    op.create_index("ix_games_person", "games", ["person"])
    op.create_index("ix_games_address", "games", ["address"])
    op.execute(
        "UPDATE games SET person = made_by WHERE made_by NOT LIKE 'campaign:%' AND made_by NOT LIKE 'design:%'"
    )


def downgrade() -> None:
    op.drop_index("ix_games_address", "games")
    op.drop_index("ix_games_person", "games")
    op.drop_column("games", "address")
    op.drop_column("games", "person")
