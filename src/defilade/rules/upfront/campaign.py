"""The campaign game (UF:42): a series of scenarios with the same men, kept in a file between games.

>>> from defilade.rules.upfront.campaign_tables import campaign_tables
>>> from defilade.rules.upfront.library import library
>>> campaign = new_campaign(library(), campaign_tables(), "american", ("UF-A", "UF-B"), seed=7)
>>> read_campaign("mine.yaml", campaign_text(campaign), library()) == campaign
True
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec
import yaml

from defilade import strict_yaml
from defilade.rules.upfront.aftermath import MORALE, PANIC, Decisions, Settled, revive_personal, settle
from defilade.rules.upfront.campaign_tables import CampaignTables
from defilade.rules.upfront.dyo import finished
from defilade.rules.upfront.elan import CAMPAIGN
from defilade.rules.upfront.library import Library, ManCard
from defilade.rules.upfront.rosters import (
    Choices,
    Muster,
    Personal,
    Roster,
    RosterError,
    muster,
    new_roster,
    personal_id,
    replace,
)
from defilade.rules.upfront.scenario import ATTACKER, DEFENDER, Force, Scenario, sides_of
from defilade.rules.upfront.state import State

FORMAT = 1
GERMAN = "german"
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
    seed: int = 1
    played: tuple[Played, ...] = ()
    current: Current | None = None

    @property
    def number(self) -> int:
        """The number of the scenario that is next or being played."""
        return len(self.played) + 1

    @property
    def is_over(self) -> bool:
        return len(self.played) >= len(self.scenarios)


def new_campaign(
    box: Library,
    tables: CampaignTables,
    opponent: str,
    scenarios: tuple[str, ...] = (),
    *,
    seed: int = 1,
    title: str = "Campaign",
    personal: Mapping[str, Personal] | None = None,
) -> Campaign:
    """A campaign of the German against one opponent; the sample series unless another is given (UF:42.9-c)."""
    own = personal or {}
    for nation, man in own.items():
        weapon = box.weapons.get(man.weapon)
        if weapon is None or not man.weapon.startswith(nation) or weapon.kind not in PERSONAL_ARMS:
            reason = f"{man.name} has a rifle or a machine pistol of his nation, not {man.weapon!r}"
            raise CampaignError(title, f"personal.{nation}", f"{reason} (UF:42.9-a)")
    rosters = {nation: new_roster(box, tables, nation, own.get(nation)) for nation in (GERMAN, opponent)}
    return Campaign(FORMAT, title, tuple(scenarios) or tables.sample, rosters, seed)


# -- the file ----------------------------------------------------------------------------------------------------


def campaign_text(campaign: Campaign) -> str:
    return str(yaml.safe_dump(msgspec.to_builtins(campaign), sort_keys=False, allow_unicode=True, width=110))


def read_campaign(name: str, text: str, box: Library) -> Campaign:
    """A campaign from the text of its file; raises a `CampaignError` that says what is wrong and where."""
    campaign = strict_yaml.parse(name, text, Campaign, CampaignError)
    if campaign.format != FORMAT:
        raise CampaignError(name, "format", f"{campaign.format} is not the format {FORMAT} that is read here")
    nations = set(campaign.rosters)
    if len(nations) != 2 or GERMAN not in nations or not nations <= set(box.nations):
        raise CampaignError(name, "rosters", "a German roster and one of another nation are wanted")
    for nation, roster in campaign.rosters.items():
        _check_roster(name, f"rosters.{nation}", roster, nation, box)
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
    missing = {key for key, card in box.men.items() if card.nation == nation} - set(roster.men)
    if missing:
        raise CampaignError(file, f"{place}.men", f"{min(missing)} is missing")


# -- before a game -----------------------------------------------------------------------------------------------


def attacker_of(campaign: Campaign, card: Scenario) -> str:
    """The nation that attacks (UF:42.9-d): nobody in a Meeting Engagement; else who leads in points, with equal points
    the winner of the last scenario. Where the scenario has no attacking force for him the usual one attacks."""
    if not card.attacker:
        return ""
    opponent = next(nation for nation in campaign.rosters if nation != GERMAN)
    points = {nation: roster.points for nation, roster in campaign.rosters.items()}
    usual = GERMAN if card.attacker == GERMAN else opponent
    if points[GERMAN] != points[opponent]:
        leader = max(points, key=points.__getitem__)
    else:
        leader = (campaign.played[-1].winner if campaign.played else "") or usual
    return leader if _seat(leader) in card.attackers() else usual


def place_in_series(campaign: Campaign, cards: Mapping[str, Scenario]) -> tuple[Scenario, dict[str, str]]:
    """The scenario that is next, and the nations with their roles in it."""
    name = campaign.scenarios[campaign.number - 1]
    card = cards.get(name)
    opponent = next(nation for nation in campaign.rosters if nation != GERMAN)
    if card is None or card.players or opponent not in card.opponents:
        raise CampaignError(campaign.title, "scenarios", f"{name} cannot be played in a campaign")
    attacker = attacker_of(campaign, card)
    options = {"opponent": opponent} | ({"attacker": _seat(attacker)} if attacker else {})
    return card, sides_of(card, options)


class Prepared(msgspec.Struct, frozen=True):
    """The next game of a campaign: its scenario, the campaign with what was paid for it, and what was done."""

    campaign: Campaign
    scenario: Scenario
    notes: dict[str, tuple[tuple[str, str], ...]]


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
    card, roles = place_in_series(campaign, cards)
    name, attacker = campaign.scenarios[campaign.number - 1], attacker_of(campaign, card)
    opponent = next(nation for nation in campaign.rosters if nation != GERMAN)
    rng = random.Random(f"{campaign.seed}/{campaign.number}")
    rosters: dict[str, Roster] = {}
    forces: list[Force] = []
    blank: dict[str, ManCard] = {}
    notes: dict[str, tuple[tuple[str, str], ...]] = {}
    for nation, role in roles.items():
        wish = (choices or {}).get(nation)
        roster = revive_personal(box, tables, campaign.rosters[nation])
        filled = _fill(campaign, nation, box, tables, roster, card.force(nation, role), rng, wish)
        rosters[nation] = filled.roster
        forces.append(replace(filled.force, role=_role(role)))
        blank |= filled.cards
        notes[nation] = filled.notes
    key = f"{name}-C{campaign.number}"
    scenario = replace(
        card,
        id=key,
        title=f"{card.title} (game {campaign.number} of {campaign.title})",
        forces=tuple(forces),
        opponents=(opponent,),
        attacker=_seat(attacker) if attacker else "",
        special=(*card.special, CAMPAIGN),
        cards={**card.cards, **blank},
    )
    fresh = replace(campaign, rosters=rosters, current=Current(name, key, attacker))
    return Prepared(fresh, finished(box, scenario), notes)


def _seat(nation: str) -> str:
    return GERMAN if nation == GERMAN else "opponent"


def _role(role: str) -> str:
    return role if role in (ATTACKER, DEFENDER) else ""


def _fill(
    campaign: Campaign,
    nation: str,
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
        raise CampaignError(campaign.title, f"choices.{nation}", str(error)) from None


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
    if len(state.trays) > 1:
        raise CampaignError(campaign.title, "current", "the games of a campaign are played at one table")
    for nation, wishes in (decisions or {}).items():
        _check_decisions(campaign, nation, wishes)
    winner = state.over.winner
    settled = {
        nation: settle(
            box,
            tables,
            roster,
            state,
            nation,
            campaign.number,
            won=winner == nation,
            decisions=(decisions or {}).get(nation),
        )
        for nation, roster in campaign.rosters.items()
    }
    points = {nation: one.roster.points for nation, one in settled.items()}
    played = Played(current.scenario, winner, points, current.attacker)
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
    """Who has most Campaign Victory Points (UF:42.8); empty while both have the same."""
    best = max(roster.points for roster in campaign.rosters.values())
    leaders = [nation for nation, roster in campaign.rosters.items() if roster.points == best]
    return leaders[0] if len(leaders) == 1 else ""
