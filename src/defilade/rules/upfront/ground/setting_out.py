"""Cards on the table as a situation describes them: groups, hands, terrain, whose turn it is.

Nothing has been asked yet: `situation` makes a position of it, `lessons` a lesson.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from defilade.kernel import Action, Choice, Moment, Outcome
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.cards import ActionCard, Use, name_of
from defilade.rules.upfront.game.deck import in_order
from defilade.rules.upfront.game.play import Table, UfPlay, replace
from defilade.rules.upfront.game.scenario import Cower, Force, Role, Scenario
from defilade.rules.upfront.game.seats import ALLIES, GERMANS
from defilade.rules.upfront.game.state import (
    BETWEEN,
    CAPTURED,
    MOVEMENT,
    OPEN,
    TERRAIN,
    Fallen,
    Group,
    Laid,
    Loose,
    Machine,
    Side,
    State,
    Tray,
)
from defilade.rules.upfront.game.victory_conditions import Reach, VictoryCondition
from defilade.rules.upfront.ground.los_divider import SINCE, lying_there
from defilade.rules.upfront.turn import sequence
from defilade.rules.upfront.turn.sequence import Game, Turn
from defilade.rules.upfront.turn.setup import force_units, man_of


class SituationError(Exception):
    """A situation that cannot be set up: says which entry is wrong and why."""


class _Strict(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a situation."""


class LooseEntry(_Strict):
    weapon: str
    assistant: str = ""
    broken: bool = False
    captured: bool = False


class GroupEntry(_Strict):
    """A group: its men by id, or with their state (`{id: beck, pinned: true}`), and the cards on it, lowest first.

    A card is `woods`, `buildings -3`, `open`, `smoke`, `wire`, or `movement`, `ford`, `flank` followed by how it lies.
    """

    side: str
    men: list[str | dict[str, Any]]
    id: str = ""
    letter: str = ""
    range: int = 0
    cards: list[str] = msgspec.field(default_factory=list)
    acted: bool = False
    entrenched: bool = False
    moved: bool = False
    fired: bool = False
    sniped: int = -1
    sniped_by: str = ""
    lit: int = 0
    table: str = ""
    """In team play: `1|2` for a group between two games; else that of its side."""
    attacked: int = 0
    falls_back: str = ""
    withdrawing: bool = False
    flanks: list[str] = msgspec.field(default_factory=list)
    encircles: str = ""
    bound_for: str = ""
    forming: str = ""
    loose: list[LooseEntry] = msgspec.field(default_factory=list)


class SideEntry(_Strict):
    """What is not usual about a side."""

    role: str = ""
    troops: str = ""
    cards: int = 0
    actions: int = 0
    passed: bool = False
    snipers: int = 1
    leader_lost: bool = False


class Situation(_Strict):
    """A position in words. It is played under a scenario's rules, or under plain ones.

    Sides of team play bear the number of their table: `german` and `german-2`, and so do the men of the second game:
    `beck` and `beck-2`."""

    groups: list[GroupEntry]
    turn: str
    """The side whose turn it is."""
    stage: str = "actions"
    """actions, discards, refill, or start for everything from the very start of the turn on."""
    scenario: str = ""
    sides: dict[str, SideEntry] = msgspec.field(default_factory=dict)
    hands: dict[str, list[str]] = msgspec.field(default_factory=dict)
    discards: list[str] = msgspec.field(default_factory=list)
    removed: list[str] = msgspec.field(default_factory=list)
    pile: list[str] = msgspec.field(default_factory=list)
    """The draw pile, if it is not all the rest: the rest then lies on the discard pile."""
    deck: int = 1
    decks: int = 3
    outlawed: dict[str, int] = msgspec.field(default_factory=dict)
    cower: list[str] = msgspec.field(default_factory=list)
    """Cards without a function here; `sniper:russian` for one side only."""
    special: list[str] = msgspec.field(default_factory=list)
    waiting: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Side -> men and machines that come later (UF:35.1-a)."""
    reinforce_after: int = 0
    night: bool = False
    breeze: bool = False
    victory: VictoryCondition | None = None
    options: dict[str, str] = msgspec.field(default_factory=dict)
    facts: dict[str, str] = msgspec.field(default_factory=dict)
    divider: str = "open"
    """What lies between two games of team play (UF:41.3)."""


def set_out(spec: Situation, table: Table) -> UfPlay:
    """The state that a situation describes, before its first moment."""
    sides = tuple(dict.fromkeys((*spec.sides, *(entry.side for entry in spec.groups), *spec.hands)))
    if any("-" in side for side in sides):  # UF:41.2: team by team
        sides = tuple(sorted(sides, key=lambda side: _team(sides, side) != _team(sides, sides[0])))
    if spec.turn not in sides:
        raise SituationError(f"turn: {spec.turn!r} is none of {', '.join(sides)}")
    state = State(scenario=table.scenario.id, options=dict(spec.options), sides=sides, facts=dict(spec.facts))
    g = UfPlay(state, table)
    _add_sides(g, spec)
    for number, entry in enumerate(spec.groups):
        _add_group(g, entry, f"groups[{number}]")
    for side, cards in spec.waiting.items():
        for unit in force_units(g, side, Force(side, *_sorted_out(g, cards))):
            state.waiting[unit.id] = unit
    _deal_cards(g, spec)
    _begin(g, spec)
    return g


def sketch(spec: Situation) -> Scenario:
    """The card that a situation is played by where it names none: plain rules, and no forces of its own."""
    cower = tuple(Cower(*name.split(":")) if ":" in name else Cower(name) for name in spec.cower)
    return Scenario(
        id="sketch",
        title="Sketch",
        type="sketch",
        decks=spec.decks,
        first=spec.turn,
        forces=(),
        victory=spec.victory or Reach(99, 5),
        victory_rule="",
        victory_text="",
        provenance="original",
        cower=cower,
        special=tuple(spec.special),
        reinforce_after=spec.reinforce_after,
        night=spec.night,
    )


def _add_sides(g: UfPlay, spec: Situation) -> None:
    state = g.state
    for side in state.sides:
        entry = spec.sides.get(side) or SideEntry()
        nation, _, table = side.partition("-")
        if nation not in g.library.nations:
            raise SituationError(
                f"there is no nationality {nation!r}; there are {', '.join(g.library.nations)}"
            )
        troops = entry.troops or f"{nation}-line"
        if troops not in g.library.troops:
            raise SituationError(f"sides.{side}: there are no troops {troops!r}")
        state.players[side] = Side(
            side,
            nation,
            troops,
            team=_team(state.sides, nation),
            table=table or "1",
            role=entry.role,
            cards=entry.cards,
            actions=entry.actions,
            passed=entry.passed,
            snipers=entry.snipers,
            leader_lost=entry.leader_lost,
        )
        state.hands[side] = ()
        state.trays[table or "1"] = Tray()


def _team(sides: tuple[str, ...], nation: str) -> str:
    """A nation is a side by itself, except in team play (UF:41.2)."""
    if not any("-" in side for side in sides):
        return nation
    return GERMANS if nation.startswith("german") else ALLIES


def _add_group(g: UfPlay, entry: GroupEntry, place: str) -> None:
    side = entry.side
    if side not in g.state.players:
        raise SituationError(f"{place}: there is no side {side!r}")
    count, table = len(g.groups_of(side)), g.side(side).table
    group = Group(
        id=entry.id or f"{g.nation(side).prefix}{10 * (int(table) - 1) + count + 1}",
        side=side,
        letter=entry.letter or "ABCDE"[count],
        range=entry.range,
        acted=entry.acted,
        entrenched=entry.entrenched,
        moved=entry.moved,
        fired=entry.fired,
        sniped=entry.sniped,
        sniped_by=entry.sniped_by,
        lit=entry.lit,
        table=entry.table or (table if len(g.state.trays) > 1 else ""),
        attacked=entry.attacked,
        falls_back=entry.falls_back,
        withdrawing=entry.withdrawing,
        flanks=tuple(entry.flanks),
        encircles=entry.encircles,
        bound_for=entry.bound_for,
        forming=entry.forming,
        loose=tuple(Loose(one.weapon, one.assistant, one.broken, one.captured) for one in entry.loose),
    )
    if group.id in g.state.groups:
        raise SituationError(f"{place}: there are two groups {group.id!r}")
    g.state.groups[group.id] = group
    for number, member in enumerate(entry.men):
        _add_member(
            g, group, {"id": member} if isinstance(member, str) else dict(member), f"{place}.men[{number}]"
        )


def _add_member(g: UfPlay, group: Group, fields: dict[str, Any], place: str) -> None:
    key = fields.pop("id", "")
    card = fields.pop("card", key.removesuffix(f"-{g.side(group.side).table}"))
    if card in g.library.men:
        unit: Any = replace(man_of(g, group.side, card), id=key)
    elif card in g.library.machines:
        unit = Machine(key, card, group.side, "", g.library.machines[card].kind)
    else:
        raise SituationError(f"{place}: there is no man or machine {card!r}")
    if key in g.state.units:
        raise SituationError(f"{place}: {key!r} is there twice")
    unknown = fields.keys() - set(type(unit).__struct_fields__)
    if unknown:
        raise SituationError(f"{place}: {min(unknown)!r} is nothing that a card has")
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    g.join_group(replace(unit, **plain), group.id)
    for prisoner in plain.get("guards", ()):
        if prisoner not in g.library.men:
            raise SituationError(f"{place}: there is no man {prisoner!r} to be a prisoner")
        captured = man_of(g, g.library.men[prisoner].nation, prisoner)
        g.state.fallen[prisoner] = Fallen(captured, CAPTURED, group.side)
    player = g.side(group.side)
    if not player.cards or player.cards < len([u for u in g.state.units.values() if u.side == group.side]):
        g.update_side(group.side, cards=sum(u.side == group.side for u in g.state.units.values()))


def _sorted_out(g: UfPlay, cards: list[str]) -> tuple[tuple[str, ...], Role, tuple[str, ...]]:
    """Men and machines that come later, as a force lists them."""
    for card in cards:
        if card not in g.library.men and card not in g.library.machines:
            raise SituationError(f"waiting: there is no man or machine {card!r}")
    machines = tuple(card for card in cards if card in g.library.machines)
    return tuple(card for card in cards if card in g.library.men), "", machines


def _deal_cards(g: UfPlay, spec: Situation) -> None:
    """Hands first, then the cards on groups, then the piles."""
    state = g.state
    decks = {table: dict(g.deck) for table in state.trays}
    free = decks["1"]
    for side, names in spec.hands.items():
        if side not in state.players:
            raise SituationError(f"hands: there is no side {side!r}")
        deck = decks[g.side(side).table]
        state.hands[side] = tuple(_take(g, deck, side, name, f"hands.{side}") for name in names)
    first = state.sides[0]
    between = _take(g, free, first, spec.divider, "divider") if spec.divider != OPEN else "c1"
    for table in list(state.trays)[1:]:
        state.trays[table] = Tray(
            in_order(g, set(decks[table])), outlawed=dict(g.scenario_at(table).outlawed)
        )
        state.facts[f"divider {int(table) - 1}"] = between
    for entry, group in zip(spec.groups, list(state.groups.values()), strict=True):
        laid = tuple(_laid(g, decks[g.side(group.side).table], group, name) for name in entry.cards)
        if BETWEEN in group.table:
            laid = (lying_there(g, group.table), *laid)
        state.groups[group.id] = replace(state.groups[group.id], laid=laid)
    removed = tuple(_take(g, free, first, name, "removed") for name in spec.removed)
    discards = tuple(_take(g, free, first, name, "discards") for name in spec.discards)
    pile = in_order(g, {_take(g, free, first, name, "pile") for name in spec.pile} or set(free))
    if spec.pile:
        discards += tuple(free)
    outlawed = dict(spec.outlawed) or dict(g.scenario.outlawed)
    state.trays["1"] = Tray(pile, discards, {}, (), removed, outlawed, spec.deck, spec.breeze)


def _take(g: UfPlay, free: dict[str, ActionCard], side: str, name: str, place: str) -> str:
    nation = g.side(side).nation
    for card in free.values():
        if name == card.id or any(_is_called(use, card, name) for use in card.uses_for(nation)):
            del free[card.id]
            return card.id
    raise SituationError(f"{place}: no card {name!r} is left in the deck for the {nation} player")


def _is_called(use: Use, card: ActionCard, name: str) -> bool:
    """`fire 4`, `fire 4 needs 8`, `rally all`, `flank movement`, `movement`, `red movement`, `woods`."""
    words = name.lower().split()
    if words[0] in ("red", "black"):
        if card.colour != words[0]:
            return False
        words = words[1:]
    if "needs" in words:
        if use.needs != int(words[words.index("needs") + 1]):
            return False
        words = words[: words.index("needs")]
    text = " ".join(words)
    return text in (name_of(use).lower(), use.kind, use.terrain)


def _laid(g: UfPlay, free: dict[str, ActionCard], group: Group, name: str) -> Laid:
    words = name.split()
    place = f"the cards on {group.id}"
    if words[0] == OPEN:
        card = next(iter(free))
        del free[card]
        return Laid(card, TERRAIN, OPEN, by=group.side)
    if words[0] in ("movement", "ford", "flank"):
        if len(words) < 2 or words[1] not in ("advance", "retreat", "sideways"):
            raise SituationError(f"{place}: say how the Movement card lies: {name!r}")
        wanted = "movement" if words[0] == "movement" else f"{words[0]} movement"
        card = _take(g, free, group.side, wanted, place)
        use = g.deck[card].use(g.side(group.side).nation, MOVEMENT_CARD)
        assert use is not None
        to = words[2] if len(words) > 2 else ""
        return Laid(card, MOVEMENT, mode=words[1], ford=use.ford, flank=use.flank, by=group.side, to=to)
    card = _take(g, free, group.side, name, place) if words[0] != "smoke" else _smoke(free, place)
    first = g.deck[card].uses[0]
    if first.kind == TERRAIN:
        return Laid(card, TERRAIN, first.terrain, first.value, by=group.side)
    return Laid(card, first.kind, by=group.side)


def _smoke(free: dict[str, ActionCard], place: str) -> str:
    for card in free.values():
        if card.is_kind("smoke"):
            del free[card.id]
            return card.id
    raise SituationError(f"{place}: no Smoke card is left in the deck")


def _begin(g: UfPlay, spec: Situation) -> None:
    state = g.state
    state.turn, state.mover, state.phase = 1, spec.turn, "actions"
    state.stack.append(Game())
    if len(state.trays) > 1:
        state.facts.setdefault(SINCE, f"{g.side(spec.turn).team} 1")
    if spec.stage == "start":
        actions = g.side(spec.turn).actions
        sequence.begin_turn(g, spec.turn)
        g.update_side(spec.turn, actions=actions)
    elif spec.stage in ("actions", "discards"):
        state.phase = spec.stage
        g.push(Turn(spec.turn, spec.stage))
    elif spec.stage == "refill":
        g.push(Turn(spec.turn, "refill"))
    else:
        raise SituationError(f"stage: {spec.stage!r} is none of start, actions, discards, refill")


# -- naming cards ------------------------------------------------------------------------------------------------


def card_in_hand(g: UfPlay, side: str, name: str) -> str:
    """The id of a card in a hand, by what it does."""
    nation = g.side(side).nation
    for card in g.hand(side):
        if card == name or any(_is_called(use, g.deck[card], name) for use in g.deck[card].uses_for(nation)):
            return card
    hand = ", ".join(str(g.deck[card]) for card in g.hand(side))
    raise SituationError(f"{side} has no {name!r}; he has {hand or 'nothing'}")


def with_card_ids(g: UfPlay, moment: Moment, action: Action) -> Action:
    """An action in which cards are named by what they do, with underscores: `fire g1+fire_2 a1`."""
    if not isinstance(moment, Choice):
        return action
    known = {*g.state.units, *g.state.groups, *g.state.waiting, *g.state.fallen, *g.deck}
    who = tuple(
        name if name in known else card_in_hand(g, moment.side, name.replace("_", " ")) for name in action.who
    )
    return replace(action, who=who)


# -- naming a draw -----------------------------------------------------------------------------------------------


def find_draw(g: UfPlay, pool: Iterable[str], text: str) -> Outcome:
    """A card of the pile that is as a test or case describes it: `black 4`, `red 1 0r=9`, `4=3`, `3=red`, `c42`.

    A column is 1 to 9 or 0r; `4=3` asks for the number there, `3=red` for its colour. `breeze` asks
    for a card that says Breeze; without it the card does not.
    """
    for card in (g.deck[one] for one in pool):
        if text == card.id or (not text.startswith("c") and _matches(card, text.split())):
            return Outcome(drawn=card.id)
    raise SituationError(f"no card {text!r} is left in the draw pile")


def _matches(card: ActionCard, words: list[str]) -> bool:
    if card.breeze != ("breeze" in words):
        return False
    for word in words:
        if word in ("red", "black"):
            good = card.colour == word
        elif word.isdigit():
            good = card.number == int(word)
        elif "=" in word:
            column, _, wanted = word.partition("=")
            place = 10 if column == "0r" else int(column)
            if wanted in ("red", "black"):
                good = card.is_red(place) == (wanted == "red")
            else:
                good = card.position(place) == (int(wanted) or 10)
        else:
            good = word == "breeze"
        if not good:
            return False
    return True
