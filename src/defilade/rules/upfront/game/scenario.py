"""The scenarios, read strictly from ``content/upfront/scenarios`` (UF:2.4-a).

A scenario lists forces for three nationalities; it is played by the German against one of the others
(UF:2.4-b).  Where it has attackers and defenders each nationality has a force for either role and a player uses
only the one of his role (UF:2.4-c).
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Literal

import msgspec

from defilade.rules.content_files import ContentError, ContentFile, ContentFiles, parse
from defilade.rules.upfront.game.cards import TERRAINS
from defilade.rules.upfront.game.force_types import partisan_refusal
from defilade.rules.upfront.game.library import Library, ManCard, library
from defilade.rules.upfront.game.secondary_weapons import carry_refusal, charge_refusal, nation_refusal
from defilade.rules.upfront.game.victory_conditions import Segments, VictoryCondition

replace = msgspec.structs.replace

SCENARIO_FOLDER = "upfront/scenarios"
SAFE = frozenset(string.ascii_letters + string.digits + "._-+")
"""What ids of scenarios and men are made of."""
ATTACKER, DEFENDER = "attacker", "defender"
Role = Literal["", "attacker", "defender"]


class ScenarioError(ContentError):
    """A scenario that cannot be used: which, where in it, and why."""


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a scenario."""


class Force(_Strict, frozen=True):
    """The Personality cards of a nationality, in one role where the scenario has roles."""

    nation: str
    men: tuple[str, ...]
    role: Role = ""
    machines: tuple[str, ...] = ()
    secondary: dict[str, str] = {}
    """Man -> the secondary weapon he carries."""
    troops: str = ""
    """Type of troops; line troops of the nation unless given."""
    reinforcements: tuple[str, ...] = ()
    """Men and machines of the force that come later (UF:35.1-a)."""
    artillery: int = 0
    """The strength of the Fire Missions that its radio can call for, if it is not the usual one (UF:40.5)."""
    groups: tuple[tuple[str, ...], ...] = ()
    """A way to form groups that the set-up offers ready made; the player is free to form others."""
    crews: dict[str, str] = {}
    """Gunner -> assistant in that layout."""
    snipers: int = 1
    """Snipers that the side may lose before its Sniper cards are of no more use (UF:14.41)."""
    arrivals: dict[str, int] = {}
    """Reinforcement -> decks after which it may come, if that is not the scenario's (UF:43.4)."""


class Cower(_Strict, frozen=True):
    """Cards without a function here (UF:2.22-a): a terrain or a kind, for everybody or for one role or nation."""

    card: str
    to: str = ""
    rule: str = ""


class Scenario(_Strict, frozen=True):
    """A scenario card."""

    id: str
    title: str
    type: str
    decks: int
    """The time limit (UF:2.4-e)."""
    first: str
    """Who forms groups, places terrain and plays first: a nation, attacker or defender (UF:2.4-d)."""
    forces: tuple[Force, ...]
    victory: VictoryCondition
    victory_rule: str
    victory_text: str
    provenance: str
    date: str = ""
    place: str = ""
    situation: str = ""
    opponents: tuple[str, ...] = ("american", "russian")
    attacker: str = ""
    """Who attacks unless the table chooses otherwise: german or opponent."""
    players: tuple[str, ...] = ()
    """Nations of a scenario for more than two players."""
    outlawed: dict[str, int] = {}
    """Card -> how many of the first to come up are removed (UF:16.1-a)."""
    outlawed_rule: str = ""
    cower: tuple[Cower, ...] = ()
    special: tuple[str, ...] = ()
    """Ids of the special rules that hold here; the modules that carry them out ask for them."""
    rules: tuple[str, ...] = ()
    """Rules of the card besides Cower cards, deck and victory, for those who read it."""
    night: bool = False
    tables: int = 1
    """How many games of it are played side by side by two teams (UF:41.2)."""
    reinforce_after: int = 0
    """Decks after which reinforcements may come."""
    dyo: dict[str, int] = {}
    cards: dict[str, ManCard] = {}
    """Men who are not in the box, or not as they are there: blank Personality cards (UF:42.3)."""

    def plays_in_teams(self) -> bool:
        """Whether several games of it can be played side by side (UF:41.2): not with three players, and not in parts,
        because both sides form up anew between them."""
        return not self.players and not isinstance(self.victory, Segments)

    def attackers(self) -> tuple[str, ...]:
        """Who may attack here, the usual one first: german or opponent, as far as there are forces for it."""
        if not self.attacker:
            return ()
        known = {(force.nation, force.role) for force in self.forces}
        choices = {"german": (ATTACKER, DEFENDER), "opponent": (DEFENDER, ATTACKER)}
        found = [
            who
            for who, (german, other) in choices.items()
            if ("german", german) in known and any((nation, other) in known for nation in self.opponents)
        ]
        return tuple(sorted(found, key=lambda who: who != self.attacker))

    def force(self, nation: str, role: str) -> Force:
        for force in self.forces:
            if force.nation == nation and force.role in ("", role):
                return force
        raise ScenarioError(self.id, "forces", f"there is no {role or nation} force for the {nation}")


def load_scenarios(overlay: Path | None = None) -> dict[str, Scenario]:
    """Every scenario by its id."""
    content, box = ContentFiles(overlay), library(overlay)
    found = {}
    for name in content.names(SCENARIO_FOLDER, ".yaml"):
        card = read_scenario(content.read(name), box)
        if card.id != PurePosixPath(name).stem:
            raise ScenarioError(name, "id", f"the scenario calls itself {card.id!r}")
        found[card.id] = card
    return found


def read_scenario(file: ContentFile, box: Library) -> Scenario:
    return checked(file.name, parse(file, Scenario), box)


def checked(file: str, card: Scenario, box: Library) -> Scenario:
    """The scenario, if everything in it is known and fits together."""
    box = with_cards(box, card)
    for number, force in enumerate(card.forces):
        _check_force(file, f"forces[{number}]", force, box)
    for name in (*card.outlawed, *(cower.card for cower in card.cower)):
        if name not in TERRAINS and name not in ("sniper", "smoke", "wire", "hero"):
            raise ScenarioError(file, "deck", f"there is no card {name!r}")
    return card


# -- scenarios that a game brings with it ------------------------------------------------------------------------

MOST_DECKS = 20
LONGEST_ID = 40
LONGEST_DESIGN = 60_000
LONGEST_TITLE = 120
LONGEST_WORDS = 2_000
MOST_FORCES, MOST_MEN, MOST_CARDS = 8, 40, 100


def design_text(card: Scenario) -> str:
    """A scenario as the option of a game that brings it along."""
    return msgspec.json.encode(card).decode()


def designed(name: str, text: str, box: Library) -> Scenario:
    """The scenario that a game brings along, of this name if one is given. It may come from anybody: whatever could not
    be played is refused."""
    if len(text) > LONGEST_DESIGN:
        raise ScenarioError(name, "design", f"it is longer than {LONGEST_DESIGN} characters")
    try:
        card = msgspec.json.decode(text, type=Scenario)
    except msgspec.MsgspecError as error:
        raise ScenarioError(name, "design", str(error)) from None
    if card.id != (name or card.id) or len(card.id) > LONGEST_ID:
        raise ScenarioError(name, "design", f"the scenario calls itself {card.id[:LONGEST_ID]!r}")
    _check_bounds(name, card)
    if not 1 <= card.decks <= MOST_DECKS or card.tables != 1 or card.players:
        raise ScenarioError(name, "design", f"it is for two at one table, with 1 to {MOST_DECKS} decks")
    if len(card.opponents) != 1 or card.opponents[0] not in box.nations or card.opponents[0] == "german":
        raise ScenarioError(name, "design.opponents", "the German meets one opponent")
    for man in card.cards.values():
        if man.nation not in box.nations or man.weapon not in box.weapons:
            raise ScenarioError(
                name, "design.cards", f"{man.name} is of no known nation, or has no known weapon"
            )
    for nation, role in sides_of(card, {}).items():
        card.force(nation, role)
    return checked(name, card, box)


def _check_bounds(name: str, card: Scenario) -> None:
    """Refuse what is no scenario but a burden: too many men, too long words, ids that are none."""
    ids = (card.id, *card.cards)
    if not all(len(one) <= 2 * LONGEST_ID and one and set(one) <= SAFE for one in ids):
        raise ScenarioError(name, "design", "an id has letters, digits and . _ - + only, and is not long")
    names = (card.title, card.type, card.date, card.place, *(man.name for man in card.cards.values()))
    words = (card.victory_text, card.provenance, card.situation, *card.special, *card.rules)
    if any(len(one) > LONGEST_TITLE for one in names) or any(len(one) > LONGEST_WORDS for one in words):
        raise ScenarioError(name, "design", "a name or a text in it is too long")
    sizes = [len(force.men) + len(force.machines) for force in card.forces]
    if len(sizes) > MOST_FORCES or max(sizes, default=0) > MOST_MEN or len(card.cards) > MOST_CARDS:
        raise ScenarioError(name, "design", f"it has more than {MOST_MEN} men a side, or too many forces")


def with_cards(box: Library, card: Scenario) -> Library:
    """The library with the scenario's own Personality cards."""
    return replace(box, men={**box.men, **card.cards}) if card.cards else box


def _check_force(file: str, place: str, force: Force, box: Library) -> None:
    for man in (*force.men, *force.secondary):
        if man not in box.men:
            raise ScenarioError(file, place, f"there is no man {man!r}")
        if box.men[man].nation != force.nation:
            raise ScenarioError(file, place, f"{man} is not {force.nation}")
    for machine in force.machines:
        if machine not in box.machines:
            raise ScenarioError(file, place, f"there is no machine {machine!r}")
    for man, secondary in force.secondary.items():
        refusal = carry_refusal(box, box.men[man].weapon, (), secondary) or nation_refusal(
            force.nation, secondary
        )
        if refusal is not None:
            raise ScenarioError(file, f"{place}.secondary.{man}", f"{refusal.reason} ({refusal.rule})")
    too_many = charge_refusal(box, force.nation, len(force.men), force.secondary.values())
    if too_many is not None:
        raise ScenarioError(file, f"{place}.secondary", f"{too_many.reason} ({too_many.rule})")
    for card in (*force.reinforcements, *force.arrivals):
        if card not in (*force.men, *force.machines):
            raise ScenarioError(file, f"{place}.reinforcements", f"{card} is not in the force")
    for man in force.secondary:
        if man not in force.men:
            raise ScenarioError(file, f"{place}.secondary", f"{man} is not in the force")
    _check_crews(file, f"{place}.crews", force, box)
    cards = {*force.men, *force.machines}
    if len(cards) != len(force.men) + len(force.machines):
        raise ScenarioError(file, place, "a Personality card is listed twice")
    _check_troops(file, place, force, box)
    laid = [card for group in force.groups for card in group]
    if force.groups and sorted(laid) != sorted(cards - set(force.reinforcements)):
        raise ScenarioError(file, f"{place}.groups", "the groups do not hold each card of the force once")


def _check_crews(file: str, place: str, force: Force, box: Library) -> None:
    """A gunner's assistant is another man of his group (UF:11.1-a), who has no other crew duty."""
    for man in (*force.crews, *force.crews.values()):
        if man not in force.men:
            raise ScenarioError(file, place, f"{man} is not in the force")
    duties = [*force.crews, *force.crews.values()]
    for gunner, assistant in force.crews.items():
        if not box.weapons[box.men[gunner].weapon].crew_served:
            raise ScenarioError(file, place, f"{gunner} has no crew-served weapon (UF:11.1-a)")
        if duties.count(assistant) > 1:
            raise ScenarioError(file, place, f"{assistant} cannot have two duties in crews")
        if force.groups and not any(gunner in group and assistant in group for group in force.groups):
            raise ScenarioError(file, place, f"{gunner} and {assistant} are not in one group (UF:11.1-a)")


def _check_troops(file: str, place: str, force: Force, box: Library) -> None:
    """A force is of one type (UF:39.7-b), and partisans have neither vehicles nor more than one leader."""
    if not force.troops:
        return
    if force.troops not in box.troops:
        raise ScenarioError(file, place, f"there are no troops {force.troops!r}")
    refusal = partisan_refusal(box, force.troops, force.men, force.machines)
    if refusal is not None:
        raise ScenarioError(file, f"{place}.troops", f"{refusal.reason} ({refusal.rule})")


def sides_of(card: Scenario, options: Mapping[str, str]) -> dict[str, str]:
    """The nations at the table with their roles, as the table's options choose them (UF:2.4-b, UF:2.4-c)."""
    if card.players:
        return dict.fromkeys(card.players, "")
    other = options.get("opponent") or card.opponents[0]
    if not card.attacker:
        return {"german": "", other: ""}
    german_attacks = (options.get("attacker") or card.attacker) == "german"
    first, second = (ATTACKER, DEFENDER) if german_attacks else (DEFENDER, ATTACKER)
    return {"german": first, other: second}
