"""A game of Up Front in the hands of its procedures: the state, what never changes, and the verbs that change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

import msgspec

from defilade.kernel import Play, Refusal
from defilade.kernel.composition import Rules, bar
from defilade.rules.upfront.game.cards import ActionCard, Use
from defilade.rules.upfront.game.library import Library, Nation, Weapon
from defilade.rules.upfront.game.scenario import Scenario
from defilade.rules.upfront.game.state import HIDDEN, OPEN, Group, Laid, Machine, Man, Side, State, Tray, Unit


@bar
def cower_bar(g: UfPlay, side: str, card: ActionCard, use: Use, /) -> Refusal | None:
    """Why is this function of the card without use to the side (UF:2.22-a)?"""


replace = msgspec.structs.replace
BY_LETTER = attrgetter("letter")


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Table:
    """What does not change during a game."""

    library: Library
    scenario: Scenario
    rules: Rules
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    """Table -> its scenario, where a team game is a mixture of several (UF:41.8)."""
    volleys: dict[tuple[Any, ...], tuple[int, Any]] = field(default_factory=dict)
    """Firepower that has been added up: see `firepower.group_firepower`."""


class UfPlay(Play[State]):
    """A game of Up Front. All changes go through the verbs here, so that groups and positions always agree."""

    __slots__ = ("_held", "deck", "library", "rules", "scenario", "scenarios", "volleys")

    def __init__(self, state: State, table: Table) -> None:
        super().__init__(state)
        self.library = table.library
        self.scenario = table.scenario
        self.scenarios = table.scenarios
        self.rules = table.rules
        self.deck = table.library.deck
        self.volleys = table.volleys
        self._held: dict[tuple[str, str], tuple[Any, Any, Any, list[tuple[str, Use]]]] = {}

    # -- sides ---------------------------------------------------------------------------------------------

    def side(self, side: str) -> Side:
        return self.state.players[side]

    def scenario_of(self, side: str) -> Scenario:
        """The scenario that a side plays: in team play each table may have one of its own (UF:41.8)."""
        return self.scenarios[self.state.players[side].table] if self.scenarios else self.scenario

    def scenario_at(self, table: str) -> Scenario:
        return self.scenarios.get(table, self.scenario)

    def nation(self, side: str) -> Nation:
        return self.library.nations[self.state.players[side].nation]

    def enemies(self, side: str) -> list[str]:
        """The sides that this one fights at its table."""
        players = self.state.players
        me = players[side]
        return [s for s, p in players.items() if p.team != me.team and p.table == me.table and not p.out]

    def update_side(self, side: str, **changes: Any) -> Side:
        fresh = replace(self.state.players[side], **changes)
        self.state.players[side] = fresh
        return fresh

    # -- looking -------------------------------------------------------------------------------------------

    def group(self, group: str) -> Group:
        return self.state.groups[group]

    def groups_of(self, side: str) -> list[Group]:
        """The groups of a side, from its left to its right."""
        return sorted([g for g in self.state.groups.values() if g.side == side], key=BY_LETTER)

    def enemy_groups(self, side: str) -> list[Group]:
        """Every group of the sides that this one fights; men who only form one are no group yet (UF:17.92)."""
        foes = self.enemies(side)
        return [g for g in self.state.groups.values() if g.side in foes and not g.forming]

    def forming_enemies(self, side: str) -> list[Group]:
        """The groups that the sides which this one fights are about to form."""
        foes = self.enemies(side)
        return [g for g in self.state.groups.values() if g.forming and g.side in foes]

    def opposite(self, group: Group) -> list[Group]:
        """Enemy groups of the same letter: directly opposite (UF:3.2-c)."""
        foes = self.enemy_groups(group.side)
        return [g for g in foes if g.letter == group.letter and g.table == group.table]

    def unit(self, unit: str) -> Unit:
        return self.state.units[unit]

    def man(self, unit: str) -> Man:
        found = self.state.units[unit]
        assert isinstance(found, Man), f"{unit} is no man"
        return found

    def machine(self, unit: str) -> Machine:
        found = self.state.units[unit]
        assert isinstance(found, Machine), f"{unit} is no machine"
        return found

    def members(self, group: Group) -> list[Unit]:
        """The Personality cards of a group in position order."""
        units = self.state.units
        return [units[uid] for uid in group.members]

    def men(self, group: Group) -> list[Man]:
        units = self.state.units
        return [u for uid in group.members if isinstance(u := units[uid], Man)]

    def group_of(self, unit: Unit) -> Group:
        return self.state.groups[unit.group]

    def weapon(self, man: Man) -> Weapon | None:
        """The weapon that a man has, working or not."""
        return self.library.weapons[man.weapon] if man.weapon else None

    def has_roof(self, unit: Unit) -> bool:
        """A vehicle that is not open-topped: its back is Buttoned Up, and it is never pinned (UF:28.4-d)."""
        if not isinstance(unit, Machine) or unit.kind != "afv":
            return False
        return not self.library.machines[unit.card].open_topped

    def is_pinned(self, unit: Unit) -> bool:
        """Its back is up, and that means Pinned; a Buttoned Up vehicle goes on as usual (UF:28.43-c)."""
        return unit.pinned and not self.has_roof(unit)

    def has_pinned(self, group: Group) -> bool:
        """Somebody in the group is pinned."""
        units = self.state.units
        for uid in group.members:
            unit = units[uid]
            if unit.pinned and not self.has_roof(unit):
                return True
        return False

    def unpinned_leader(self, group: Group) -> bool:
        """An unpinned SL, ASL or Commissar is in the group."""
        return any(man.role and not man.pinned for man in self.men(group))

    # -- names ---------------------------------------------------------------------------------------------

    def name(self, unit: Unit | str) -> str:
        """As the log calls it: `Pvt Beck`, `M4 Sherman`."""
        if isinstance(unit, str):
            fallen = self.state.fallen.get(unit)
            unit = fallen.unit if fallen is not None else self._anybody(unit)
        if isinstance(unit, Machine):
            return self.library.machines[unit.card].name
        return f"{RANKS.get(unit.rank, unit.rank)} {self.library.men[unit.card].name}"

    def _anybody(self, unit: str) -> Unit:
        state = self.state
        return state.units[unit] if unit in state.units else state.waiting[unit]

    def names(self, units: Iterable[Unit | str]) -> str:
        return ", ".join(self.name(unit) for unit in units)

    def group_name(self, group: Group | str) -> str:
        """As players say it: `German Group A`; in team play with its table."""
        if isinstance(group, str):
            group = self.state.groups[group]
        return f"{self.side_name(group.side)} Group {group.letter}"

    def side_name(self, side: str) -> str:
        """The nation; where one has several players, with the number of the table."""
        player = self.state.players[side]
        name = self.library.nations[player.nation].name
        return name if len(self.state.trays) == 1 else f"{name} ({player.table})"

    def card_name(self, card: str) -> str:
        return "a card" if card == HIDDEN else str(self.deck[card])

    # -- cards ---------------------------------------------------------------------------------------------

    def tray(self, side: str) -> Tray:
        """The card tray that a side plays with."""
        return self.state.trays[self.state.players[side].table]

    def update_tray(self, table: str, **changes: Any) -> Tray:
        fresh = replace(self.state.trays[table], **changes)
        self.state.trays[table] = fresh
        return fresh

    def hand(self, side: str) -> tuple[str, ...]:
        return self.state.hands[side]

    def usable(self, side: str, card: str, kind: str) -> Use | None:
        """The function of this kind that a side may use a card for, if it is not a Cower card (UF:2.22-a). Nothing can
        be done with a hidden card, or with what is no card at all."""
        if card not in self.deck:
            return None
        action_card = self.deck[card]
        use = action_card.use(self.state.players[side].nation, kind)
        if use is None or cower_bar(self, side, action_card, use) is not None:
            return None
        return use

    def holds(self, side: str, kind: str) -> list[tuple[str, Use]]:
        """The cards in a hand that can be used so, with that function. Every action of every group asks this, so it
        is remembered until the hand, the tray or the side is another."""
        state = self.state
        hand, player = state.hands[side], state.players[side]
        tray = state.trays[player.table]
        known = self._held.get((side, kind))
        if known is not None and known[0] is hand and known[1] is tray and known[2] is player:
            return known[3]
        bearing = self.library.bearing[player.nation, kind]
        found = []
        for card in hand:
            if card in bearing:
                use = self.usable(side, card, kind)
                if use is not None:
                    found.append((card, use))
        self._held[side, kind] = hand, tray, player, found
        return found

    def is_cower(self, side: str, card: ActionCard) -> bool:
        """A card without any function for the side (UF:2.22-a)."""
        uses = card.uses_for(self.state.players[side].nation)
        return all(cower_bar(self, side, card, use) is not None for use in uses)

    def take_from_hand(self, side: str, card: str) -> None:
        """A card leaves a hand; where it goes is said by what is called next."""
        hand = list(self.state.hands[side])
        hand.remove(card)
        self.state.hands[side] = tuple(hand)

    def discard(self, card: str, side: str) -> None:
        """A card that everybody has seen is done with: it goes to the discard pile of the side's table as soon as
        what is going on is over (UF:4.3-a, UF:4.4-a)."""
        table = self.state.players[side].table
        tray = self.state.trays[table]
        self.state.trays[table] = replace(tray, shown=(*tray.shown, card))

    def sweep(self) -> None:
        """Whatever was going on is over: cards shown for it go to the discard piles (UF:4.3-a)."""
        trays = self.state.trays
        for table, tray in trays.items():
            if tray.shown or tray.held:
                done = tray.discards + tray.shown + tray.held
                trays[table] = replace(tray, discards=done, shown=(), held=())

    def hold(self, card: str, side: str) -> None:
        """A card is played, but a draw is still to tell whether it is laid: till then a new draw pile leaves it out."""
        table = self.state.players[side].table
        tray = self.state.trays[table]
        self.state.trays[table] = replace(tray, held=(*tray.held, card))

    def take_up(self, card: str, side: str) -> None:
        """A card that was held goes where it belongs; what is called next says where."""
        table = self.state.players[side].table
        tray = self.state.trays[table]
        self.state.trays[table] = replace(tray, held=tuple(one for one in tray.held if one != card))

    def bury(self, card: str, side: str) -> None:
        """Put a card face down on the discard pile without showing it (UF:4.4-b)."""
        table = self.state.players[side].table
        tray = self.state.trays[table]
        buried = {**tray.buried, side: (*tray.buried.get(side, ()), card)}
        self.state.trays[table] = replace(tray, buried=buried)

    def spend_card(self, side: str, card: str) -> None:
        """Play a card from the hand straight to the discard pile, shown to all (UF:4.4-a). It stays played: what has
        come of it cannot be taken back without the opponent (UF:16.22)."""
        self.take_from_hand(side, card)
        self.discard(card, side)

    # -- changing ------------------------------------------------------------------------------------------

    def update(self, unit: Unit, **changes: Any) -> Any:
        """Change a Personality card in its place; not for moving it to another group: see `move_unit`."""
        fresh = replace(unit, **changes)
        self.state.units[unit.id] = fresh
        return fresh

    def update_group(self, group: Group | str, **changes: Any) -> Group:
        key = group if isinstance(group, str) else group.id
        fresh = replace(self.state.groups[key], **changes)
        self.state.groups[key] = fresh
        return fresh

    def spend(self, group: Group | str) -> None:
        """The group has taken its action of this turn (UF:4.2-a)."""
        fresh = self.update_group(group, acted=True)
        side = self.state.players[fresh.side]
        self.state.players[fresh.side] = replace(side, actions=side.actions + 1)

    def new_group(self, side: str, letter: str, chit: int = 0) -> Group:
        """An empty group of a side at its table. Each table of a team game has numbers of its own."""
        player = self.state.players[side]
        prefix, first = self.library.nations[player.nation].prefix, 10 * (int(player.table) - 1) + 1
        number = next(n for n in range(first, 1000) if f"{prefix}{n}" not in self.state.groups)
        table = player.table if len(self.state.trays) > 1 else ""
        group = self.state.groups[f"{prefix}{number}"] = Group(
            f"{prefix}{number}", side, letter, chit, table=table
        )
        return group

    def lay(self, group: Group | str, laid: Laid) -> Group:
        """Lay a card on top of those on a group."""
        key = group if isinstance(group, str) else group.id
        return self.update_group(key, laid=(*self.state.groups[key].laid, laid))

    def put_away(self, laid: Laid, side: str) -> None:
        """A card that lay on a group of `side` goes to the discard pile of the deck it came from (UF:41.6); one laid
        face down stays unseen."""
        side = laid.by or side
        if not laid.card:
            return
        if laid.terrain == OPEN:
            self.bury(laid.card, side)
        elif laid.terrain == "minefield":  # UF:24.6
            table = self.state.players[side].table
            tray = self.state.trays[table]
            self.state.trays[table] = replace(tray, removed=(*tray.removed, laid.card))
        else:
            self.discard(laid.card, side)

    def leave_group(self, unit: Unit) -> Group:
        """Take a card out of its group: those behind it close up (UF:3.3-b). Its group may then be empty.

        Besides losses only transfers do this: otherwise who is in a group stays fixed (UF:3.2-e)."""
        group = self.state.groups[unit.group]
        return self.update_group(group, members=tuple(m for m in group.members if m != unit.id))

    def join_group(self, unit: Unit, group: Group | str, place: int | None = None) -> Any:
        """Put a card into a group, last or at a place counted from 0."""
        key = group if isinstance(group, str) else group.id
        members = list(self.state.groups[key].members)
        members.insert(len(members) if place is None else place, unit.id)
        self.update_group(key, members=tuple(members))
        fresh = replace(unit, group=key)
        self.state.units[unit.id] = fresh
        return fresh


RANKS = {
    "SSG": "SSgt",
    "SGT": "Sgt",
    "JRSGT": "Jr Sgt",
    "CPL": "Cpl",
    "PFC": "PFC",
    "PVT": "Pvt",
    "COM": "Commissar",
}
