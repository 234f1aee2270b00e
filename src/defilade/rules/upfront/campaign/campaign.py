"""The campaign game (UF:42): a series of scenarios with the same men, kept in a file between games.

>>> from defilade.rules.upfront.game.campaign_tables import campaign_tables
>>> from defilade.rules.upfront.game.library import library
>>> campaign = new_campaign(library(), campaign_tables(), "american", ("UF-A", "UF-B"), seed=7)
>>> read_campaign("mine.yaml", campaign_text(campaign), library()) == campaign
True
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import msgspec
import yaml

from defilade import strict_yaml
from defilade.rules.designs import DESIGN
from defilade.rules.upfront.designs.aftermath import (
    MORALE,
    PANIC,
    Decisions,
    Settled,
    has_won,
    revive_personal,
    settle,
)
from defilade.rules.upfront.designs.dyo import finished
from defilade.rules.upfront.designs.rosters import (
    Choices,
    Muster,
    Personal,
    Roster,
    RosterError,
    marked,
    muster,
    new_roster,
    personal_id,
    replace,
)
from defilade.rules.upfront.game.campaign_tables import CampaignTables
from defilade.rules.upfront.game.library import Library, ManCard
from defilade.rules.upfront.game.scenario import ATTACKER, DEFENDER, Force, Scenario, design_text, sides_of
from defilade.rules.upfront.game.seats import MOST_TABLES
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.scenarios.elan import CAMPAIGN

FORMAT = 1
GERMAN = "german"
BESIDE = "+"
"""Between the scenarios of tables that are played side by side."""
PERSONAL_ARMS = ("rifle", "machine-pistol")
VALUES = (MORALE, PANIC)


class CampaignError(strict_yaml.BadFile):
    """A campaign that cannot be used or go on so: which, where in it, and why."""


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario that is over: its name, who attacked and won, and the points of both sides for it."""

    scenario: str
    winner: str
    points: dict[str, int]
    attacker: str = ""
    tables: dict[str, str] = {}
    """In team play: table -> who has won it."""


class Current(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game that is to be played now."""

    scenario: str
    game: str
    """The id of the scenario file that was made for it."""
    attacker: str = ""


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A campaign at one moment between two games (UF:42.1-a)."""

    format: int
    title: str
    scenarios: tuple[str, ...]
    rosters: dict[str, Roster]
    seed: int | str = 1
    """What is drawn between the games comes from it; at a server 32 secret bytes, written in hexadecimal digits."""
    played: tuple[Played, ...] = ()
    current: Current | None = None
    tables: int = 1
    """How many games are played side by side each time, by teams; each player has a roster of his own."""

    def sides_at(self, table: str) -> tuple[str, str]:
        """The German of a table and his opponent."""
        mark = "" if table == "1" else f"-{table}"
        german = f"{GERMAN}{mark}"
        here = [side for side in self.rosters if side.partition("-")[2] == mark[1:]]
        return german, next(side for side in here if side != german)

    @property
    def number(self) -> int:
        """The number of the scenario that is next or being played."""
        return len(self.played) + 1

    @property
    def is_over(self) -> bool:
        return len(self.played) >= len(self.scenarios)


def personal_arms(box: Library, nation: str) -> tuple[str, ...]:
    """What a player himself may carry (UF:42.9-a): the rifle or machine pistol that most of his nation have."""
    usual = Counter(man.weapon for man in box.men.values() if man.nation == nation)
    arms = (
        [key for key, _ in usual.most_common() if box.weapons[key].kind == kind] for kind in PERSONAL_ARMS
    )
    return tuple(found[0] for found in arms if found)


def new_campaign(
    box: Library,
    tables: CampaignTables,
    opponent: str,
    scenarios: tuple[str, ...] = (),
    *,
    seed: int | str = 1,
    title: str = "Campaign",
    personal: Mapping[str, Personal] | None = None,
    beside: tuple[str, ...] = (),
) -> Campaign:
    """A campaign of the German against one opponent; the sample series unless another is given (UF:42.9-c). Of teams
    (UF:42.44-d), `beside` are the opponents at the tables beside the first."""
    own = personal or {}
    marks = ["", *(f"-{n}" for n in range(2, len(beside) + 2))]
    sides = {
        f"{nation}{mark}": nation
        for mark, enemy in zip(marks, (opponent, *beside), strict=True)
        for nation in (GERMAN, enemy)
    }
    for side, man in own.items():
        nation = sides.get(side, side)
        if man.weapon not in personal_arms(box, nation):
            reason = f"{man.name} has a rifle or a machine pistol of his nation, not {man.weapon!r}"
            raise CampaignError(title, f"personal.{side}", f"{reason} (UF:42.9-a)")
    rosters = {side: new_roster(box, tables, nation, own.get(side)) for side, nation in sides.items()}
    series = tuple(scenarios) or tables.sample
    return Campaign(FORMAT, title, series, rosters, seed, tables=len(marks))


# -- the file ----------------------------------------------------------------------------------------------------


def campaign_text(campaign: Campaign) -> str:
    return str(yaml.safe_dump(msgspec.to_builtins(campaign), sort_keys=False, allow_unicode=True, width=110))


def read_campaign(name: str, text: str, box: Library) -> Campaign:
    """A campaign from the text of its file; raises a `CampaignError` that says what is wrong and where."""
    campaign = strict_yaml.parse(name, text, Campaign, CampaignError)
    if campaign.format != FORMAT:
        raise CampaignError(name, "format", f"{campaign.format} is not the format {FORMAT} that is read here")
    if not 1 <= campaign.tables <= MOST_TABLES or len(campaign.rosters) != 2 * campaign.tables:
        raise CampaignError(name, "rosters", f"two for each of 1 to {MOST_TABLES} tables are wanted")
    for table in map(str, range(1, campaign.tables + 1)):
        mark = "" if table == "1" else f"-{table}"
        nations = {side.removesuffix(mark) for side in campaign.rosters if side.partition("-")[2] == mark[1:]}
        if len(nations) != 2 or GERMAN not in nations or not nations <= set(box.nations):
            raise CampaignError(name, "rosters", "a German roster and one of another nation are wanted")
    for side, roster in campaign.rosters.items():
        _check_roster(name, f"rosters.{side}", roster, side.partition("-")[0], box)
    if len(campaign.played) > len(campaign.scenarios):
        raise CampaignError(name, "played", "more scenarios are played than there are")
    for number, game in enumerate(campaign.played):
        if game.scenario != campaign.scenarios[number]:
            wanted = campaign.scenarios[number]
            raise CampaignError(name, f"played[{number}]", f"{wanted} comes there, not {game.scenario}")
    return campaign


def _check_roster(file: str, place: str, roster: Roster, nation: str, box: Library) -> None:
    if roster.nation != nation:
        raise CampaignError(file, place, f"the roster says that it is {roster.nation!r}")
    for key, entry in roster.men.items():
        where = f"{place}.men.{key}"
        if key not in box.men and not (roster.personal is not None and key == personal_id(nation)):
            raise CampaignError(file, where, "there is no such man")
        if key in box.men and box.men[key].nation != nation:
            raise CampaignError(file, where, f"he is {box.men[key].nation}")
        if not 0 <= entry.morale <= entry.panic <= 7:
            raise CampaignError(
                file, where, "Morale and Panic are 0 to 7, Panic not below Morale (UF:42.44-b)"
            )
        if not 6 <= entry.kia <= 8:
            raise CampaignError(file, where, "KIA is 6 to 8 (UF:42.45-b)")
        if min(entry.elan, entry.survival, entry.promotion, entry.replaced, entry.back_in) < 0:
            raise CampaignError(file, where, "no count is below 0")
    missing = set(box.roster(nation)) - set(roster.men)
    if missing:
        raise CampaignError(file, f"{place}.men", f"{min(missing)} is missing")


# -- before a game -----------------------------------------------------------------------------------------------


def attacker_of(campaign: Campaign, card: Scenario, table: str = "1") -> str:
    """The side that attacks at a table (UF:42.9-d): nobody in a Meeting Engagement; else who leads in points, with as
    many points the winner of the last scenario. Where he has no attacking force there the usual one attacks."""
    if not card.attacker:
        return ""
    german, opponent = campaign.sides_at(table)
    points = {side: campaign.rosters[side].points for side in (german, opponent)}
    usual = german if card.attacker == GERMAN else opponent
    if points[german] != points[opponent]:
        leader = max(points, key=points.__getitem__)
    else:
        last = campaign.played[-1] if campaign.played else None
        leader = (last.tables.get(table, last.winner) if last is not None else "") or usual
        leader = leader if leader in points else usual
    return leader if _seat(leader) in card.attackers() else usual


class Place(msgspec.Struct, frozen=True):
    """What is played next at a table: the scenario, and who has which role in it."""

    table: str
    name: str
    card: Scenario
    attacker: str
    roles: dict[str, str]

    @property
    def nations(self) -> dict[str, str]:
        return {side: side.partition("-")[0] for side in self.roles}


def next_places(campaign: Campaign, cards: Mapping[str, Scenario]) -> list[Place]:
    """What is played next, table by table. A team game can be a mixture of scenarios (UF:41.8), written `UF-A+UF-C`."""
    names = campaign.scenarios[campaign.number - 1].split(BESIDE)
    if len(names) not in (1, campaign.tables):
        reason = f"{BESIDE.join(names)} names {len(names)} scenarios for {campaign.tables} tables"
        raise CampaignError(campaign.title, "scenarios", reason)
    found = []
    for number in range(campaign.tables):
        table, name = str(number + 1), names[number % len(names)]
        sides = campaign.sides_at(table)
        nations = {side: side.partition("-")[0] for side in sides}
        card = cards.get(name)
        fits = card is not None and not card.players and nations[sides[1]] in card.opponents
        if card is None or not fits or (campaign.tables > 1 and not card.plays_in_teams()):
            raise CampaignError(campaign.title, "scenarios", f"{name} cannot be played in a campaign")
        attacker = attacker_of(campaign, card, table)
        options = {"opponent": nations[sides[1]]} | ({"attacker": _seat(attacker)} if attacker else {})
        roles = dict(zip(sides, sides_of(card, options).values(), strict=True))
        found.append(Place(table, name, card, attacker, roles))
    return found


class Prepared(msgspec.Struct, frozen=True):
    """The next game of a campaign: its scenario, the campaign with what was paid for it, and what was done."""

    campaign: Campaign
    scenario: Scenario
    notes: dict[str, tuple[tuple[str, str], ...]]
    beside: tuple[Scenario, ...] = ()
    """The scenarios of the tables beside the first."""

    @property
    def options(self) -> dict[str, str]:
        """The options of a game that brings its scenarios along."""
        found = {DESIGN: design_text(self.scenario)}
        if self.beside:
            found["tables"] = str(len(self.beside) + 1)
            found |= {f"{DESIGN}-{n}": design_text(card) for n, card in enumerate(self.beside, 2)}
        return found


def prepare(
    box: Library,
    tables: CampaignTables,
    campaign: Campaign,
    cards: Mapping[str, Scenario],
    choices: Mapping[str, Choices] | None = None,
) -> Prepared:
    """Make the next scenario out of the rosters (UF:42.1-a, UF:42.1-b)."""
    if campaign.is_over:
        raise CampaignError(campaign.title, "", "all scenarios have been played")
    if campaign.current is not None:
        raise CampaignError(
            campaign.title, "current", f"{campaign.current.game} is to be played and recorded first"
        )
    rng = random.Random(f"{campaign.seed}/{campaign.number}")
    rosters: dict[str, Roster] = {}
    notes: dict[str, tuple[tuple[str, str], ...]] = {}
    made: list[Scenario] = []
    places = next_places(campaign, cards)
    for place in places:
        forces: list[Force] = []
        blank: dict[str, ManCard] = {}
        for side, role in place.roles.items():
            nation = place.nations[side]
            roster = revive_personal(box, tables, campaign.rosters[side])
            wish = (choices or {}).get(side)
            filled = _fill(campaign, side, box, tables, roster, place.card.force(nation, role), rng, wish)
            if place.table != "1":
                filled = marked(box, filled, place.table)
            rosters[side], notes[side] = filled.roster, filled.notes
            forces.append(replace(filled.force, role=_role(role)))
            blank |= filled.cards
        made.append(_scenario(box, campaign, place, tuple(forces), blank))
    name = campaign.scenarios[campaign.number - 1]
    current = Current(name, made[0].id, places[0].attacker)
    fresh = replace(campaign, rosters=rosters, current=current)
    return Prepared(fresh, made[0], notes, tuple(made[1:]))


def _scenario(
    box: Library, campaign: Campaign, place: Place, forces: tuple[Force, ...], blank: dict[str, ManCard]
) -> Scenario:
    """The scenario of a table with the men of the campaign."""
    mark = "" if place.table == "1" else f"-{place.table}"
    (opponent,) = (nation for nation in place.nations.values() if nation != GERMAN)
    scenario = replace(
        place.card,
        id=f"{place.name}-C{campaign.number}{mark}",
        title=f"{place.card.title} (game {campaign.number} of {campaign.title})",
        forces=forces,
        opponents=(opponent,),
        attacker=_seat(place.attacker) if place.attacker else "",
        special=(*place.card.special, CAMPAIGN),
        cards={**place.card.cards, **blank},
    )
    return finished(box, scenario)


def _seat(side: str) -> str:
    return GERMAN if side.partition("-")[0] == GERMAN else "opponent"


def _role(role: str) -> str:
    return role if role in (ATTACKER, DEFENDER) else ""


def _fill(
    campaign: Campaign,
    side: str,
    box: Library,
    tables: CampaignTables,
    roster: Roster,
    force: Force,
    rng: random.Random,
    wish: Choices | None,
) -> Muster:
    try:
        return muster(box, tables, roster, force, campaign.number, rng, wish)
    except RosterError as error:
        raise CampaignError(campaign.title, f"choices.{side}", str(error)) from None


# -- after a game ------------------------------------------------------------------------------------------------


class Recorded(msgspec.Struct, frozen=True):
    """A campaign after a game, with what was written down for each side."""

    campaign: Campaign
    settled: dict[str, Settled]


def record(
    box: Library,
    tables: CampaignTables,
    campaign: Campaign,
    state: State,
    decisions: Mapping[str, Decisions] | None = None,
) -> Recorded:
    """Write a finished game down (UF:42.4-a)."""
    current = campaign.current
    if current is None:
        raise CampaignError(campaign.title, "current", "no game is being played")
    if state.scenario != current.game:
        raise CampaignError(
            campaign.title, "current", f"{current.game} is being played, not {state.scenario}"
        )
    if state.over is None:
        raise CampaignError(campaign.title, "current", f"{current.game} is not over")
    if len(state.trays) != campaign.tables:
        where = "one table" if campaign.tables == 1 else f"{campaign.tables} tables"
        reason = f"the games of this campaign are played at {where}"
        raise CampaignError(campaign.title, "current", reason)
    for nation, wishes in (decisions or {}).items():
        _check_decisions(campaign, nation, wishes)
    teams = campaign.tables > 1
    settled = {
        side: settle(
            box,
            tables,
            roster,
            state,
            side,
            campaign.number,
            won=has_won(state, side),
            decisions=(decisions or {}).get(side),
            paid_at_tables=teams,
        )
        for side, roster in campaign.rosters.items()
    }
    points = {side: one.roster.points for side, one in settled.items()}
    won = {state.players[side].table: side for side in settled if has_won(state, side)} if teams else {}
    played = Played(current.scenario, state.over.winner, points, current.attacker, won)
    fresh = replace(
        campaign,
        rosters={nation: one.roster for nation, one in settled.items()},
        played=(*campaign.played, played),
        current=None,
    )
    return Recorded(fresh, settled)


def _check_decisions(campaign: Campaign, nation: str, wishes: Decisions) -> None:
    """Choices for men or values that there are not are no choices."""
    place = f"choices.{nation}"
    if nation not in campaign.rosters:
        raise CampaignError(campaign.title, place, f"there are {' and '.join(campaign.rosters)}")
    named: list[tuple[str, str, tuple[str, ...]]] = [(man, how, VALUES) for man, how in wishes.lower.items()]
    named += [(man, how, (*VALUES, "keep")) for man, how in wishes.improve.items()]
    for man, value, allowed in named:
        if man not in campaign.rosters[nation].men:
            raise CampaignError(campaign.title, f"{place}.{man}", "he is not on the roster")
        if value not in allowed:
            raise CampaignError(
                campaign.title, f"{place}.{man}", f"{value!r} is none of {', '.join(allowed)}"
            )


def leader_of(campaign: Campaign) -> str:
    """Who has most Campaign Victory Points (UF:42.8), of teams together; empty while both have the same."""
    points = {GERMAN: 0, campaign.sides_at("1")[1]: 0}
    for roster in campaign.rosters.values():
        points[GERMAN if roster.nation == GERMAN else campaign.sides_at("1")[1]] += roster.points
    best = max(points.values())
    leaders = [side for side, total in points.items() if total == best]
    return leaders[0] if len(leaders) == 1 else ""
