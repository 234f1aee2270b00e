"""Exercises of Up Front."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from defilade.kernel import Action, Chance, Choice, Outcome, Position
from defilade.rules.upfront.game.cards import name_of
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group
from defilade.rules.upfront.infantry.terrain import is_moving, terrain_of
from defilade.rules.upfront.table.situation import SituationError, card_in_hand
from defilade.systems.tables import CaseTable, IsOver, UnknownPlace
from defilade.systems.upfront.case_table import UpFrontCases


class WantedThing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a group or a man must stand in the end, or whether a card must still be in the hand."""

    group: str = ""
    man: str = ""
    card: str = ""
    """A card by what it does, in the hand of the side that is tested."""
    range: int | None = None
    terrain: list[str] = []
    """In one of these; `open` for none."""
    moving: bool | None = None
    pinned: bool | None = None
    held: bool = True
    gone: bool = False


class UpFrontExercises:
    """Judged at the end of a player turn; cards are called by what they do."""

    folder: str = "exercises/upfront"
    declining: tuple[str, ...] = ("no", "resolve", "done", "accept", "declare", "draw", "decline")
    wanted: type[msgspec.Struct] = WantedThing

    def __init__(self) -> None:
        self.case: CaseTable = UpFrontCases()

    def ending(self, position: Position[Any], until: str) -> IsOver:
        """At the end of the player turn; of its `actions` or its `discards`; or after so many player turns."""
        state, phases = position.state, ("actions", "discards", "refill")
        turns = int(until) if until.isdigit() else 1
        if until and not until.isdigit() and until not in phases:
            raise UnknownPlace(
                "until", f"{until!r} is neither a number of player turns nor actions or discards"
            )
        last = state.turn + turns - 1
        still = phases[: phases.index(until) + 1] if until in phases else phases

        def is_over(now: Position[Any]) -> bool:
            return now.state.turn > last or now.state.phase not in still

        return is_over

    def pattern(self, position: Position[Any], side: str, text: str) -> str:
        """Cards in the hand may be called by any of their functions."""
        g = _uf(position)
        known = {*g.state.units, *g.state.groups, *g.state.waiting, *g.state.fallen}
        verb, _, rest = text.partition(" ")
        who, gap, more = rest.partition(" ")
        names = [self._called(g, side, one, known) for one in who.split("+")]
        return f"{verb} {'+'.join(names)}{gap}{more}".rstrip()

    def _called(self, g: UfPlay, side: str, name: str, known: set[str]) -> str:
        if not name or name == "-" or name in known or "*" in name or "?" in name:
            return name
        try:
            return card_word(g, side, card_in_hand(g, side, name.replace("_", " ")))
        except SituationError as error:
            raise UnknownPlace(name, str(error)) from None

    def words(self, position: Position[Any], action: Action) -> str:
        g, choice = _uf(position), position.pending
        assert isinstance(choice, Choice)
        who = tuple(card_word(g, choice.side, one) if one in g.deck else one for one in action.who)
        return str(msgspec.structs.replace(action, who=who))

    def average(self, position: Position[Any], asked: Chance) -> Outcome:
        """The card in the middle, from the reddest to the blackest Random Number."""
        if not asked.pool:
            return Outcome((4,) * asked.dice)
        deck = _uf(position).deck
        ranked = sorted(asked.pool, key=lambda card: (deck[card].rnc, card))
        return Outcome(drawn=ranked[len(ranked) // 2])

    def problems(self, position: Position[Any], side: str, wanted: WantedThing) -> list[str]:
        g = _uf(position)
        if wanted.card:
            return self._card_problems(g, side, wanted)
        if wanted.man:
            return self._man_problems(g, wanted)
        group = g.state.groups.get(wanted.group)
        if group is None or wanted.gone:
            gone = group is None
            return [] if gone == wanted.gone else [f"{wanted.group} is {'not ' * wanted.gone}gone"]
        return self._group_problems(g, group, wanted)

    def _group_problems(self, g: UfPlay, group: Group, wanted: WantedThing) -> list[str]:
        found = []
        if wanted.range is not None and group.range != wanted.range:
            found.append(f"{group.id} has range chit {group.range}, not {wanted.range}")
        here = terrain_of(group)
        if wanted.terrain and here not in wanted.terrain:
            found.append(f"{group.id} is in {here}, not in {' or '.join(wanted.terrain)}")
        if wanted.moving is not None and is_moving(group) != wanted.moving:
            found.append(f"{group.id} is{' not' * wanted.moving} moving")
        return found

    def _man_problems(self, g: UfPlay, wanted: WantedThing) -> list[str]:
        man = g.state.units.get(wanted.man)
        if man is None or wanted.gone:
            gone = man is None
            return [] if gone == wanted.gone else [f"{wanted.man} is {'not ' * wanted.gone}gone"]
        if wanted.pinned is not None and man.pinned != wanted.pinned:
            return [f"{wanted.man} is{' not' * wanted.pinned} pinned"]
        return []

    def _card_problems(self, g: UfPlay, side: str, wanted: WantedThing) -> list[str]:
        try:
            card_in_hand(g, side, wanted.card)
            held = True
        except SituationError:
            held = False
        where = "no longer" if wanted.held else "still"
        return [] if held == wanted.held else [f"{wanted.card} is {where} in the hand"]


def card_word(g: UfPlay, side: str, card: str) -> str:
    """A card as exercises write it: by its first function for the side, in one word."""
    uses = g.deck[card].uses_for(g.side(side).nation)
    return name_of(uses[0] if uses else g.deck[card].uses[0]).lower().replace(" ", "_")


def _uf(position: Position[Any]) -> UfPlay:
    play: Any = position.system.play(position.state)
    return cast("UfPlay", play)
