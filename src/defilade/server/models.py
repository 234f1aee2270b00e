"""The tables of the store. A game is its journal: rows are added and never changed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What belongs to the server as a whole."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(160), nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("email", String(254), nullable=False, server_default=""),
    Column("confirmed", Boolean, nullable=False, server_default=false()),
    Column("told", Boolean, nullable=False, server_default=true()),
    Column("seen", Float, nullable=False, server_default="0", index=True),
)
"""`folded` is the name without regard to case, by which it is unique. `confirmed` says that letters to `email` are read
by whoever has the account, `told` that he wants to be told there when it is his turn; `seen` is when he was last
here."""

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("expires", Float, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("system", String(40), nullable=False),
    Column("version", String(40), nullable=False),
    Column("scenario", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("arrangement", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("start", String(64), nullable=False),
    Column("opening", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("committed", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("moment", Integer, nullable=False),
    Column("waits", String(40), nullable=False),
    Column("headline", Text, nullable=False),
    Column("last_moved", Float, nullable=False),
    Column("result", Text, nullable=False),
    Column("made_by", String(40), nullable=False, server_default="", index=True),
    Column("commitment", String(64), nullable=False, server_default=""),
    Column("dice", Integer, nullable=False, server_default="1"),
    Column("sealed", Text, nullable=False, server_default=""),
    Column("challenge", Boolean, nullable=False, server_default=false(), index=True),
    Column("rated", Integer, nullable=False, server_default="0", index=True),
    Column("told", Integer, nullable=False, server_default="-1"),
    Column("person", String(40), nullable=False, server_default="", index=True),
    Column("address", String(40), nullable=False, server_default="", index=True),
    Index("ix_games_public", "public", "last_moved"),
    Index("ix_games_last_moved", "last_moved"),
)
"""`arrangement` is the table's options, `opening` the events before the first moment, `start` the digest
there. `committed` says whether all dice come from the seed. From `seq` on it is where the journal has got
to. `made_by` is the account of whoever opened the table, or the book of which it came, `person` who answers for it
(whoever opened the table or began the book), `address` a hash of where he came from, `commitment` the hash of the seed,
`sealed` the seed as only those can read it who have the server's key (`seed` is empty then), and `dice` the way in
which they are drawn from it (see `kernel.chance`). `challenge`: anybody who is signed in may take a seat that is open;
`rated`: 1 where its end shall count for the ratings, 2 where it has; `told`: the moment of which somebody was told by
letter that it is his turn."""


def seat_columns() -> tuple[Column[Any], ...]:
    """Who plays a side. `salt` is what he adds to the dice, `pledge` its hash, which he gives before."""
    return (
        Column("side", String(40), primary_key=True),
        Column("place", Integer, nullable=False),
        Column("kind", String(10), nullable=False),
        Column("level", String(40), nullable=False),
        Column("name", String(40), nullable=False),
        Column("token", String(64), nullable=False, index=True),
        Column("invite", String(64), nullable=False, index=True),
        Column("account", String(40), nullable=False, index=True),
        Column("orders", Text, nullable=False),
        Column("taken", Float, nullable=False),
        Column("pledge", String(64), nullable=False, server_default=""),
        Column("salt", String(64), nullable=False, server_default=""),
    )


seats = Table(
    "seats",
    metadata,
    Column("game", String(40), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    *seat_columns(),
)
"""`token` and `invite` are hashes; empty where there is none. `taken` is when somebody sat down."""

journal = Table(
    "journal",
    metadata,
    Column("game", String(40), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("side", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("reveals", Boolean, nullable=False),
    Column("moment", Integer, nullable=False),
    Column("waits", String(40), nullable=False),
    Column("at", Float, nullable=False),
)
"""`kind` says what the row is: step, undo, offer, answer, end or rematch. `moment` and `waits` hold after
it."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", String(40), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("moment", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("game", String(40), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("side", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)


ratings = Table(
    "ratings",
    metadata,
    Column("account", String(40), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("system", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ix_ratings_system", "system", "mu"),
)
"""How strong somebody plays a system, as openskill counts it."""


def book_columns() -> tuple[Column[Any], ...]:
    """What is written down beside the games: `body` is all of it, anew with every `version`."""
    return (
        Column("id", String(40), primary_key=True),
        Column("title", String(60), nullable=False),
        Column("created", Float, nullable=False),
        Column("changed", Float, nullable=False),
        Column("version", Integer, nullable=False),
        Column("body", Text, nullable=False),
    )


campaigns = Table("campaigns", metadata, *book_columns())

campaign_seats = Table(
    "campaign_seats",
    metadata,
    Column("campaign", String(40), ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    *seat_columns(),
)
"""Who keeps which side; the same tokens open its games."""

design_rooms = Table("design_rooms", metadata, *book_columns())
"""Where two players buy their forces in secret."""

design_room_seats = Table(
    "design_room_seats",
    metadata,
    Column("room", String(40), ForeignKey("design_rooms.id", ondelete="CASCADE"), primary_key=True),
    *seat_columns(),
)
"""Who buys what: `side` is his part of the design. The same tokens open the game that comes of it."""

TABLES = (
    meta,
    accounts,
    sessions,
    games,
    seats,
    journal,
    snapshots,
    chat,
    ratings,
    campaigns,
    campaign_seats,
    design_rooms,
    design_room_seats,
)
"""In an order in which they can be filled."""
