"""What goes over the wire about people: challenges, profiles, ratings, and where letters go."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from defilade.server.protocol import GameInfo, OptionalName, Pledge, Received, SafeId, Sent


class Standing(Sent, frozen=True):
    """How strong somebody plays a system: `rating` is the mean, `doubt` the standard deviation of openskill. Who begins
    stands at 25 with a doubt of 8.3."""

    system: str
    system_name: str
    rating: float
    doubt: float
    games: int
    won: int
    drawn: int


class PersonView(Sent, frozen=True):
    """Somebody with an account. `here`: he has been seen a moment ago."""

    name: str
    here: bool
    standings: tuple[Standing, ...]


class Ladder(Sent, frozen=True):
    """Who plays a system best, as far as that is known."""

    system: str
    system_name: str
    people: tuple[PersonView, ...]


class People(Sent, frozen=True):
    here: tuple[PersonView, ...]
    ladders: tuple[Ladder, ...]


class PlayedGame(Sent, frozen=True):
    """A game of somebody that is over and that everybody may know of."""

    scenario: str
    title: str
    system: str
    side: str
    against: tuple[str, ...]
    outcome: str
    """`won`, `lost` or `drawn`."""
    rated: bool
    ended: float


class Profile(Sent, frozen=True):
    person: PersonView
    since: float
    games: tuple[PlayedGame, ...]


class ChallengeView(Sent, frozen=True):
    """A table at which a seat waits for anybody who is signed in."""

    game: GameInfo
    sides: tuple[str, ...]
    """The seats that are free."""
    host: PersonView
    yours: bool
    length: str
    created: float


class Challenges(Sent, frozen=True):
    """`open`: whether this server is for people to meet; on a machine of one's own it is not."""

    open: bool
    challenges: tuple[ChallengeView, ...]
    here: int
    """How many people with accounts are here."""


class TakeChallenge(Received, frozen=True):
    side: SafeId
    name: OptionalName = ""
    pledge: Pledge = ""


class MyAccount(Sent, frozen=True):
    """One's own account. `letters`: whether this server writes any."""

    name: str
    letters: bool
    email: str
    confirmed: bool
    told: bool
    standings: tuple[Standing, ...]


class SetEmail(Received, frozen=True):
    """Where letters go; empty: nowhere. One that is new is confirmed by a code that is sent there."""

    email: Annotated[
        str,
        Meta(max_length=254, pattern=r"^([^\s@<>,;:\"()\[\]\\]+@[^\s@<>,;:\"()\[\]\\]+\.[A-Za-z0-9-]+)?$"),
    ]
    told: bool = True


class ConfirmEmail(Received, frozen=True):
    code: Annotated[str, Meta(min_length=6, max_length=64, pattern=r"^[0-9A-Za-z-]+$")]


class SideShare(Sent, frozen=True):
    """How often a side has won, with the 95% interval of that."""

    side: str
    wins: int
    share: float
    low: float
    high: float


class BalanceFigures(Sent, frozen=True):
    """Games between equal players."""

    what: str
    players: str
    games: int
    draws: int
    sides: tuple[SideShare, ...]


class LevelStanding(Sent, frozen=True):
    level: str
    rating: float
    doubt: float
    games: int
    wins: int


class BalancePage(Sent, frozen=True):
    """What is known of a scenario's balance, and how strong the levels of the computer are."""

    scenario: str
    title: str
    system_name: str
    figures: tuple[BalanceFigures, ...]
    levels: tuple[LevelStanding, ...]
    measured_over: tuple[str, ...]


PEOPLE_TYPES = (BalancePage, Profile, People, Challenges, TakeChallenge, MyAccount, SetEmail, ConfirmEmail)
