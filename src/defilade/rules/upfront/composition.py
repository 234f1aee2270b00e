"""How the sections of the rulebook are put together.

Each module has one `Part`: its procedures, and the entries it adds to the tables that the others look into.  The
system merges the parts into `Rules`.  So the sequence knows no action by name, an attack no modifier, and a man's
morale no commissar: each section brings its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from defilade.kernel import Action, Frame, Line, Procedures, Refusal
from defilade.kernel.frames import Ask, Take, WhyNot

if TYPE_CHECKING:
    from defilade.rules.upfront.attack import Attack
    from defilade.rules.upfront.cards import ActionCard
    from defilade.rules.upfront.play import UfPlay
    from defilade.rules.upfront.state import Group, Man, Unit

F = TypeVar("F", bound=Callable[..., Any])

Work = Callable[[Any, Any], None]
Words = Callable[["UfPlay", Action], str]


class GroupAction(msgspec.Struct, frozen=True):
    """Something that a group can do as its action (UF:4.2-a): move, fire, rally, infiltrate or fight hand to hand
    (UF:4.24), or alter itself (UF:4.25). The first of `who` is always the acting group.

    `take` carries it out and calls `g.spend(group)` once the action is taken for good.
    """

    verb: str
    options: Callable[[UfPlay, Group], Iterable[Action]]
    take: Callable[[UfPlay, Group, Action], None]
    words: Words
    why_not: Callable[[UfPlay, Group, Action], Refusal | None] | None = None


class FreeAction(msgspec.Struct, frozen=True):
    """Something that a side may do in its own turn without spending an action."""

    verb: str
    options: Callable[[UfPlay, str], Iterable[Action]]
    take: Callable[[UfPlay, str, Action], None]
    words: Words


class Discard(msgspec.Struct, frozen=True):
    """A way to get rid of an unused card (UF:4.3-b). The first of `who` is always the card.

    Discards are all picked before the first is carried out (UF:4.3-qa).  Then `take` is called for each in turn: the
    card has left the hand and `take` must put it somewhere (`g.bury`, `g.discard`, on a group).
    """

    verb: str
    options: Callable[[UfPlay, str], Iterable[Action]]
    take: Callable[[UfPlay, str, Action], None]
    words: Words


# Steps at which modifiers of an attack come in, in the order of UF:6.4 to UF:6.44.
HALVING, FIRER, TERRAIN_STEP, MOVING_STEP, OTHER = range(5)

Modifier = Callable[["UfPlay", "Attack", "Unit | None"], "Iterable[Line]"]


class Part:
    """What one module adds to the game."""

    def __init__(self) -> None:
        self.procedures = Procedures()
        self.actions: list[GroupAction] = []
        self.free: list[FreeAction] = []
        self.discards: list[Discard] = []
        self.words: dict[str, Words] = {}
        self.modifiers: list[tuple[int, Modifier]] = []
        self.tables: dict[str, list[Callable[..., Any]]] = defaultdict(list)

    # -- procedures ----------------------------------------------------------------------------------------

    def decisions(
        self, frame: type[Frame], *, why_not: WhyNot | None = None
    ) -> Callable[[Ask], Callable[[Take], Take]]:
        return self.procedures.decisions(frame, why_not=why_not)

    def automatic(self, frame: type[Frame]) -> Callable[[Work], Work]:
        return self.procedures.automatic(frame)

    # -- what players do -----------------------------------------------------------------------------------

    def action(self, verb: str, options: Any, take: Any, words: Words, why_not: Any = None) -> None:
        self.actions.append(GroupAction(verb, options, take, words, why_not))

    def free_action(self, verb: str, options: Any, take: Any, words: Words) -> None:
        self.free.append(FreeAction(verb, options, take, words))

    def discard(self, verb: str, options: Any, take: Any, words: Words) -> None:
        self.discards.append(Discard(verb, options, take, words))

    def wording(self, verb: str, words: Words) -> None:
        """How an option of a procedure reads."""
        self.words[verb] = words

    # -- tables --------------------------------------------------------------------------------------------

    def modifier(self, step: int) -> Callable[[Modifier], Modifier]:
        """A modifier of attacks: gives the lines that it adds to the breakdown."""

        def register(function: Modifier) -> Modifier:
            self.modifiers.append((step, function))
            return function

        return register

    def adds(self, table: str) -> Callable[[F], F]:
        """Add a function to a table by name. The tables and what they ask are listed in `Rules`."""

        def register(function: F) -> F:
            self.tables[table].append(function)
            return function

        return register

    def on(self, moment: str) -> Callable[[F], F]:
        """Be told when something has happened: see `Rules` for the moments."""
        return self.adds(f"on {moment}")


class Rules:
    """All parts together. What a function in a table is asked, by table:

    bars, each giving a `Refusal` or none:

    * `movement_bar(g, group, use, mode)`: may a Movement card be placed on a group, turned so?
    * `terrain_bar(g, group, terrain, by)`: may this terrain be laid on the group's Movement card by this side?
      (asked of one's own and of the enemy's groups; `open` for Open Ground)
    * `must_reject(g, group, terrain)`: gives a Refusal where the group may never be in that terrain (UF:7.33)
    * `reject_bar(g, group)`: may the group not go around the terrain that the enemy has put on it?
    * `terrain_at_start_bar(g, group, terrain, by)`: initial terrain placement (UF:3.6-f)
    * `attack_bar(g, attack)`: may the group attack the target so at all?
    * `fire_bar(g, man, attack)`: does this man's weapon take no part in the fire?
    * `concealment_bar(g, attack)`, `concealment_bar_for(g, attack, unit)`: no Concealed card here
    * `action_bar(g, group)`: may the group act at all?
    * `action_limit(g, side, more, groups=0)`: may the side not take so many more actions in this turn, which bring it
      so many more groups?
    * `cower(g, side, card, use)`: is this function of the card without use to the side (UF:2.22-a)?

    figures, each giving lines for a breakdown:

    * `morale`, `panic`, `kia`: `(g, man) -> Iterable[Line]` added to the printed value
    * `firepower(g, man, attack) -> Iterable[Line]`: sign `x` halves or doubles, `fp` adds
    * `hand(g, side) -> Iterable[Line]`: added to the hand limit at the refill (UF:4.5)
    * `discard_limit(g, side, limit) -> int`: changes the number of discards
    * `discard_void(g, action) -> bool`: what was picked finds nobody there any more (UF:14.5)
    * `brackets(g, man, attack) -> bool`: must the weapon use its bracketed values?

    what happens:

    * `fate(g, unit, fate, card, attack) -> bool`: takes over from a loss; True if it has dealt with it
    * `panic_fate(g, unit, fate, card, attack) -> bool`: the same for a man who panics, with what he would suffer
    * `kia_fate(g, man, lowest, card, attack) -> bool`: the same for a KIA result; whether a lower one would not kill
    * `holds_place(g, group) -> bool`: the place of a group without cards is still of use; its cards stay for now
    * `attack_shape(g, attack) -> Attack`: an attack with Fire cards as the weapons that take part make it
    * `spared(g, attack, unit) -> bool`: this card of the target group is not attacked
    * `infiltration_bar(g, man, target)`: may the man not try to infiltrate that group? (a bar)
    * `infiltration_column(g, target) -> Line | None`: the column to start from, if it is not the number of cards
    * `between_groups(g, group) -> Iterable[str]`: who is on his way to or from the group and attacked before it
    * `crowding_bar(g, group, cards)`, `joining_bar(g, unit, group)`: so many cards, or this card, in the group? (bars)
    * `close_combat_bar(g, man, target)`: may the man not fight that group hand to hand? (a bar)
    * `no_flanking(g, group) -> bool`: a sideways Movement card on the group brings no flank and no encirclement
    * `mines_on_gun(g, gun, result, card)`: a Minefield attacks an infantry gun
    * `fords_second(g, group) -> bool`: it fords a Stream with its second Movement card (UF:8.53-e)
    * `enemy_terrain_at_once(g, group) -> bool`: the enemy may put terrain on its first Movement card (UF:34.3-b)
    * `melee_concealment_bar(g, unit)`: no Concealed card for this card in Close Combat (a bar)
    * `crewman_lost_<kind>(g, machine)`: a man of its crew is beaten in Close Combat
    * `entry_letters(g, side) -> letters`: where reinforcements may come, if it is not Group E (UF:35.1-b)
    * `no_entry(g, group, unit, terrain) -> bool`: this card cannot come up in that terrain (asked of reinforcements)
    * `ordnance(g, unit) -> Iterable[Piece]`: the ordnance that a card has (`to_hit.Piece`); one at most
    * `ordnance_bar(g, attack)`: may `attack.shooter` not fire this shot? (a bar, besides `attack_bar` and, for men,
      `fire_bar`) A shot at a vehicle is aimed at its armor (`attack.boxed`) or at its crew (UF:28.3-c); the hit goes to
      `resolver_afv` like every attack, with `attack.added` and `attack.black` filled in
    * `to_hit(g, unit, attack) -> Iterable[Line]`: steps on the ladder of To Hit frequencies (UF:25.6)
    * `machine_firepower(g, machine, attack) -> int`, `machine_flames(g, attack) -> int`: what a machine adds to the
      fire of its group, and how much of it is a flamethrower's
    * `vehicle_struck(g, vehicle, attack, card) -> bool`: takes over from a draw against a vehicle
    * `critical_hit(g, vehicle, attack, card) -> str`: `kia` or `immobilized`, if that is what it would do then
    * `sniper_hits(g, machine, result) -> bool`: takes over from a Sniper's hit on a machine
    * `hero_matters(g, attack, unit) -> bool`: a Hero card for this card would matter now, though it is not pinned
    * `fall_together(g) -> bool`: who is lost now is lost at the same moment as another
    * `hero_serves(g, man) -> bool`: a Hero card would do something for an unpinned man in this turn
    * `roused_machine(g, machine) -> Machine | None`: the machine as one Hero card would make it at once
    * `infiltration_shifts(g, man, target) -> Iterable[Line]`: shifts of the column that a section adds
    * `crew_in_need(g, group) -> bool`: a machine of the group could be rallied
    * `odds(g, attack, cards) -> dict[str, float]`: chances of a draw among these cards
    * `no_cover(g, attack, unit) -> bool`: the card has no good of its terrain against the attack
    * `threat(g, attack) -> str | None`: what a defender is told before he plays a Concealed card
    * `described(g, action) -> Described | None`: an option of this section in numbers
    * `capture_bar(g, man)`: may he not take the weapon of the man he has killed hand to hand? (a bar)
    * `carry_bar(g, man, weapon)`: may the man not take up this primary or secondary weapon? (a bar)
    * `at_risk_while_idle(g, man, attack) -> bool`: his weapon can malfunction though it does not fire
    * `helpless(g, man)`, `gives_no_help(g, man)`, each `-> bool`: in Close Combat
    * `ccv(g, man) -> Iterable[Line]`: changes of a Close Combat Value; sign `x` halves
    * `melee_<kind>(g, attackers, machine)`: men fight a machine of that kind hand to hand
    * `may_abstain(g, unit, attack) -> bool`: the man, or the flamethrower of the vehicle, may be left out of the fire
    * `may_join(g, group) -> ids`: men between groups who may fire with this group if they are included
    * `resolver_<kind>(g, unit, frame)`: how a machine of that kind is resolved
    * `set_up_after_groups(g, side)`, `set_up_before_terrain(g, side)`, each giving a `Frame` or none: set-up steps
    * `set_up_after_deal(g, side)`: the same between the deal and the initial terrain
    * `given_terrain(g, side) -> (card, use) pairs`: cards besides the hand for the initial terrain; when one is laid,
      the moment `given_terrain_laid(g, side, card)` takes it from where it was

    * `concealed_strength(g, side) -> int`: added to a Concealed card against an attack and in Close Combat
    * `firepower_by_card(g, group) -> bool`: the group's firepower depends on the Fire cards played
    * `no_opposites(g) -> bool`: no group is opposite another; `no_flanking` then holds for all
    * `author(g, unit) -> side`: whose deed a loss is, where that matters; `points_by_deed(g) -> bool`: it does

    * `progress(g) -> Iterable[str]`: how things stand for a victory condition, in words

    the end of it:

    * `final_result(g) -> Over | None`: how a game of several tables, or one that went on after a win, ends
    * `plays_on(g) -> bool`: what would end a game does not end this one now
    * `interlude_due(g) -> bool`: a table is decided or a pursuit may begin; the moment `interlude` then settles it
    * `own_game_over(g, side) -> bool`: that interlude ends what the side is doing
    * `sits_out(g, side) -> bool`: the side takes no more turns
    * `decided(g, table) -> bool`: a game of a team game has its result (UF:41.9)
    * `exposed_across(g, group, enemy) -> bool`: a group can flank one of the next game (UF:41.4-c)
    * `artificial_bar(g, group)`: may no Wire be put on the group? (a bar)
    * `outside_force(g, fallen) -> bool`: a loss that does not count for a Broken Squad (UF:16.5-a)
    * `far_targets(g, group) -> groups`, `far_prey(g, side) -> groups`: enemy groups of another game of a team game
      that a group can fire at, and that a Sniper can attack (UF:41.4-a, UF:41.4-c)

    moments (`on ...`): `turn_starts(g, side)`, `turn_ends(g, side)`, `before_refill(g, side)`, `pinned(g, unit)`,
    `rallied(g, unit)`, `removed(g, unit, fate)`, `group_gone(g, group)`, `moved(g, group, laid)` (a Movement card
    laid), `moving_card(g, group, card)` (any Movement card played on a group, also for Wire), `terrain_played(g,
    group, laid, by)` (accepted or not), `terrain_entered(g, group, laid)`, `drawn(g, card, table)` (as RNC or RPC),
    `new_deck(g, table)`, `wired(g, group)`, `wire_on_vehicle(g, machine)`, `crew_lost(g, machine)` (by a Sniper),
    `relettered(g, group, old)`,
    `shot(g, attack, card, hit)` (a To Hit number is drawn), `malfunctioned(g, unit)`, `fights(g, unit)` (hand to hand),
    `out_of_sight(g, group, enemy)` (a group no longer observes an enemy group at night),
    `mined(g, vehicle)`, `halted(g, group)` (a vehicle had to stop), `ford_failed(g, group)`,
    `terrain_accepted(g, group)`, `terrain_declined(g, group)` (by men who form a group), `rally_all(g, group)`,
    `infiltration_over(g, sent)` (all attempts of a group are made),
    `attack_declared(g, attack)`, `attack_opened(g, attack)` (it is carried out), `resolved(g, frame, unit, card)`,
    `attack_over(g, attack)`,
    `armed(g, man)` (he has a captured weapon, beside his own or not),
    `infiltrated(g, man, target, how)`, `beaten(g, victor, loser)` (hand to hand), `immobilized(g, vehicle)`,
    `vehicle_put_out(g, man, vehicle, weapon, destroyed)` (hand to hand or by a mine), `table_decided(g, table)`.
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        parts = tuple(parts)
        self.procedures = Procedures(*(part.procedures for part in parts))
        self.actions = {action.verb: action for part in parts for action in part.actions}
        self.free = {action.verb: action for part in parts for action in part.free}
        self.discards = {discard.verb: discard for part in parts for discard in part.discards}
        self.words: dict[str, Words] = {}
        self.tables: dict[str, tuple[Callable[..., Any], ...]] = {}
        for part in parts:
            self.words |= part.words
            for table, functions in part.tables.items():
                self.tables[table] = (*self.tables.get(table, ()), *functions)
            self.words |= {kind.verb: kind.words for kind in part.actions}
            self.words |= {kind.verb: kind.words for kind in part.free}
            self.words |= {kind.verb: kind.words for kind in part.discards}
        every = [entry for part in parts for entry in part.modifiers]
        self.modifiers = tuple(function for _, function in sorted(every, key=lambda entry: entry[0]))

    def table(self, name: str) -> tuple[Callable[..., Any], ...]:
        return self.tables.get(name, ())

    def refusal(self, bar: str, *asked: Any) -> Refusal | None:
        """The first reason in a table of bars, if there is one."""
        for function in self.tables.get(bar, ()):
            refusal: Refusal | None = function(*asked)
            if refusal is not None:
                return refusal
        return None

    def lines(self, table: str, *asked: Any) -> list[Line]:
        return [line for function in self.tables.get(table, ()) for line in function(*asked)]

    def any_true(self, table: str, *asked: Any) -> bool:
        for function in self.tables.get(table, ()):
            if function(*asked):
                return True
        return False


__all__ = [
    "FIRER",
    "HALVING",
    "MOVING_STEP",
    "OTHER",
    "TERRAIN_STEP",
    "ActionCard",
    "Discard",
    "FreeAction",
    "GroupAction",
    "Man",
    "Modifier",
    "Part",
    "Rules",
]
