"""How a game of Up Front is shown: hands, groups, what lies on them, ranges, piles and victory.

Everything here is read off a state that has been redacted for the side that looks; numbers and verdicts come from the
rules themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, cast

from defilade.kernel import SPECTATOR, Action, Choice, Refusal, System
from defilade.rules.card_scene import (
    ActionCardView,
    CardScene,
    FallenView,
    GroupView,
    LooseView,
    PileView,
    PlayerView,
    SeenCards,
    ShotView,
    UnitCardView,
    WaitingView,
)
from defilade.rules.courses import Course, Likely, Opening
from defilade.rules.presentation import (
    Asking,
    CardDetails,
    ForceView,
    Groundwork,
    LessonView,
    LineUp,
    LosView,
    MapInfo,
    NotShown,
    OptionInfo,
    OptionValue,
    Orders,
    Reach,
    Scene,
    only_option,
    plainly,
)
from defilade.rules.reference_card import Chart, Inspection
from defilade.rules.scene_parts import OptionLook, PhaseView, StateMark, VictoryView
from defilade.rules.signs import Sign
from defilade.rules.upfront.game.attack import breakdown
from defilade.rules.upfront.game.emblem import thumbnail
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.kept_views import Kept, Key, Surroundings, short
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.scenario import ATTACKER, Force, Scenario, sides_of
from defilade.rules.upfront.game.seats import option_values
from defilade.rules.upfront.game.state import (
    BETWEEN,
    CAPTURED,
    HIDDEN,
    KIA,
    OPEN,
    ROUT,
    WITHDRAWN,
    Fallen,
    Group,
    Loose,
    Side,
    State,
    Unit,
)
from defilade.rules.upfront.game.victory_conditions import Reach as ReachCondition
from defilade.rules.upfront.ground.los_divider import divider, is_team_game
from defilade.rules.upfront.ground.team import at_table
from defilade.rules.upfront.infantry import victory, wording
from defilade.rules.upfront.infantry.fire import attack_refusal, fire_attack, who_may_join
from defilade.rules.upfront.infantry.firepower import group_firepower
from defilade.rules.upfront.infantry.hero import HeroAmong, HeroWindow
from defilade.rules.upfront.infantry.terrain import held_encircled, is_moving, terrain_of
from defilade.rules.upfront.infantry.victory import progress_words
from defilade.rules.upfront.scenarios import lessons
from defilade.rules.upfront.scenarios.withdrawal import RESULT, pursued
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.table.faces import action_card, laid_view, unit_card, unlisted_marks
from defilade.rules.upfront.table.option_looks import LOOKS
from defilade.rules.upfront.turn.sequence import hand_limit
from defilade.rules.upfront.turn.setup import force_units
from defilade.rules.upfront.vehicles.afv import TANK_FEAR

PHASES = {"actions": "Actions", "discards": "Discards", "refill": "Draw"}
BEFORE = {"setup": "Groups", "terrain": "Terrain"}
FATES = {KIA: "killed", ROUT: "routed", CAPTURED: "captured", WITHDRAWN: "withdrawn"}
TOP = 8
"""So many cards of the discard pile are shown."""
EIGHTHS = 8
OPEN_GROUND = "Open Ground"
SIGNS: Mapping[str, Sign] = {
    "turn": "chapter",
    "phase": "phase",
    "draw": "passing",
    "refill": "passing",
    "no_effect": "passing",
    "resolved": "read",
}
"""How events are told."""
NO = Action("no")
POSITIONS = 500
"""So many are remembered in what all see of them: more than there are games played at once."""
HERO_WINDOWS = (HeroAmong, HeroWindow)
"""Questions that are put in one's own turn too, for what others may reckon with."""


class UfPresenter:
    """The presentation of Up Front."""

    def __init__(self, system: System[Any]) -> None:
        self._system = cast(UfSystem, system)
        self._groups: Kept[Key, GroupView] = Kept()
        self._shots: Kept[Key, ShotView] = Kept()
        self._common: Kept[bytes, Common] = Kept(POSITIONS)
        self._beside: Kept[Key, UnitCardView] = Kept()

    def scene(self, state: State, side: str) -> Scene:
        """What everybody sees, worked out once a position, with the hand, the piles and what lies face down as this
        side knows them."""
        g, public = self._system.play(state), self._system.play(self._system.redact(state, SPECTATOR))
        common = self._common.get(short(public.state), lambda: self._seen_by_all(public))
        near = common.near if same_groups(state, public.state) else Surroundings(state)

        def group(one: Group) -> GroupView:
            return self._groups.get(near.of(one.id), lambda: group_view(g, one))

        return present(g, side, group, common)

    def _seen_by_all(self, public: UfPlay) -> Common:
        near = Surroundings(public.state)

        def shot(one: Group, enemy: Group) -> ShotView:
            return self._shots.get(near.of(one.id, enemy.id), lambda: shot_view(public, one, enemy))

        def beside(unit: Unit) -> UnitCardView:
            return self._beside.get(near.of_waiting(unit), lambda: unit_card(public, unit))

        return seen_by_all(public, near, shot, beside)

    def groundwork(self, state: State) -> Groundwork:
        return Groundwork(self._system.table(state.scenario, state.options), iter(()))

    def in_set_up(self, state: State) -> bool:
        return state.turn == 0

    def headline(self, state: State) -> str:
        if not state.turn:
            return "Set-up"
        deck = max(tray.number for tray in state.trays.values())
        return f"Turn {state.turn}, {state.mover.capitalize()}, deck {deck}"

    def labels(self, state: State, options: Sequence[Action]) -> list[str]:
        g = self._system.play(state)
        own = f"{g.side_name(who)} Group " if (who := looks(g)) else ""
        labels = [wording.words(g, option) for option in options]
        return [label.replace(own, "Group ") for label in labels] if own else labels

    def looks(self) -> Mapping[str, OptionLook]:
        return LOOKS

    def places(self, state: State) -> Mapping[str, str]:
        return {}

    def asking(self, state: State, choice: Choice) -> Asking:
        return Asking()

    def likely(self, odds: Mapping[str, float]) -> tuple[Likely, ...]:
        return plainly(odds)

    def concerned(self, state: State, action: Action) -> tuple[str, ...]:
        return ()

    def signs(self) -> Mapping[str, Sign]:
        return SIGNS

    def lucky(self) -> int:
        return 0

    def card(self, scenario: str) -> CardDetails:
        return card_details(self._system, self._system.scenario(scenario))

    def sides(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return self._system.sides_with(scenario, options)

    def lessons(self) -> tuple[LessonView, ...]:
        return tuple(lessons.view_of(lesson, UfSystem.id) for lesson in lessons.load_lessons().values())

    def agreement_refusal(self, state: Any) -> Refusal | None:
        return None

    def map_id(self, scenario: str, options: Mapping[str, str]) -> str:
        return scenario

    def map_info(self, scenario: str, url: str) -> MapInfo | None:
        return None

    def picture(self, scenario: str, small: bool = False) -> str | None:
        return thumbnail(self._system.scenario(scenario))

    def charts(self, scenario: str) -> tuple[Chart, ...]:
        return ()

    def inspect(self, state: State, piece: str) -> Inspection:
        raise NotShown("point at a card to read all of it")

    def reach(self, state: State, side: str, unit: str) -> Reach:
        raise NotShown("there is no map to go over: groups move by their range chits")

    def los(self, state: State, from_hex: str, to_hex: str) -> LosView:
        raise NotShown("there is no map: every group sees every other one")

    def openings(self, state: State, choice: Choice) -> tuple[Opening, ...]:
        return ()

    def course(
        self, state: State, choice: Choice, action: str, picks: Sequence[str] | None, via: Sequence[str]
    ) -> Course:
        raise NotShown("cards are played one by one")

    def answer(self, state: State, choice: Choice, orders: Orders) -> Action | None:
        if choice.side != state.mover and NO in choice.options:
            if orders.interrupts == "never" or (orders.interrupts == "able" and len(choice.options) == 1):
                return NO
        if (
            orders.interrupts != "always"
            and choice.options == (NO,)
            and isinstance(state.stack[-1], HERO_WINDOWS)
        ):
            return NO
        if NO in choice.options and (choice.side != state.mover or isinstance(state.stack[-1], HERO_WINDOWS)):
            # Everybody is asked here, whatever he holds. An answer that comes by itself because there is no other would
            # tell the enemy that the hand has no such card.
            return None
        return only_option(choice, orders)


# -- the scene -----------------------------------------------------------------------------------------------


class Common(NamedTuple):
    """What is the same for all who look at a position."""

    near: Surroundings
    sides: tuple[PlayerView, ...]
    shots: tuple[ShotView, ...]
    waiting: tuple[WaitingView, ...]
    fallen: tuple[FallenView, ...]
    progress: tuple[str, ...]
    conditions: tuple[StateMark, ...]
    focus: tuple[str, ...]


def same_groups(one: State, other: State) -> bool:
    """Whether two views of a position show the same of its groups: no card lies face down that only one knows."""
    return all(other.groups[name] is group for name, group in one.groups.items())


def seen_by_all(
    g: UfPlay,
    near: Surroundings,
    shot: Callable[[Group, Group], ShotView],
    beside: Callable[[Unit], UnitCardView],
) -> Common:
    """Made of a state that has been redacted for those who only watch."""
    state = g.state
    return Common(
        near=near,
        sides=tuple([player_view(g, one) for one in state.sides]),
        shots=tuple([shot(one, enemy) for one, enemy in opposing(g)]),
        waiting=tuple(waiting_views(g, beside)),
        fallen=tuple([fallen_view(g, uid, fallen) for uid, fallen in state.fallen.items()]),
        progress=tuple(progress(g)),
        conditions=tuple(conditions(g)),
        focus=tuple(focus(g)),
    )


def present(g: UfPlay, side: str, view_of: Callable[[Group], GroupView], common: Common) -> CardScene:
    """A game as a side sees it, or somebody who watches. The state has been redacted for it."""
    state = g.state
    table = g.side(side).table if side in state.players else next(iter(state.trays), "")
    return CardScene(
        turn=state.turn,
        phase=state.phase,
        phases=phase_views(state.phase),
        mover=state.mover,
        side=side,
        table=table,
        sides=common.sides,
        hand=hand_views(g, side),
        groups=tuple([view_of(group) for one in state.sides for group in g.groups_of(one)]),
        shots=common.shots,
        waiting=common.waiting,
        fallen=common.fallen,
        piles=tuple([pile_view(g, name, side) for name in state.trays]),
        victory=VictoryView(g.scenario_at(table).victory_text, common.progress),
        conditions=common.conditions,
        focus=common.focus,
    )


@cache
def phase_views(phase: str) -> tuple[PhaseView, ...]:
    """The steps of a player turn, or of the set-up, and where play is in them."""
    steps = BEFORE if phase in BEFORE else PHASES
    order = list(steps)
    now = order.index(phase) if phase in order else len(order)
    states: tuple[Any, ...] = ("past", "now", "future")
    return tuple(
        PhaseView(one, steps[one], states[1 + (place > now) - (place < now)])
        for place, one in enumerate(order)
    )


def hand_views(g: UfPlay, side: str) -> tuple[ActionCardView, ...]:
    if side not in g.state.players:
        return ()
    picked = " ".join(g.state.picked.get(side, ()))
    names = set(picked.replace("+", " ").split())
    return tuple(
        [action_card(g, card, side, picked=card in names) for card in g.hand(side) if card != HIDDEN]
    )


def looks(g: UfPlay) -> str:
    """Whose view this is: the one whose hand lies open. Nobody's where that cannot be told."""
    open_hands = [side for side, hand in g.state.hands.items() if hand and HIDDEN not in hand]
    return open_hands[0] if len(open_hands) == 1 else ""


# -- sides ---------------------------------------------------------------------------------------------------


def player_view(g: UfPlay, side: str) -> PlayerView:
    player = g.side(side)
    units = [unit for unit in g.state.units.values() if unit.side == side]
    lost = victory.losses_of(g, side)
    return PlayerView(
        id=side,
        name=g.side_name(side),
        nation=player.nation,
        team=player.team,
        table=player.table,
        role=player.role,
        troops=g.library.troops[player.troops].name,
        hand=len(g.hand(side)),
        hand_limit=hand_limit(g, side),
        cards=len(units),
        pinned=sum(g.is_pinned(unit) for unit in units),
        lost=lost,
        breaks_at=player.cards // 2 + 1 if player.cards else 0,
        points=points_of(g, side) if g.state.turn else 0,
        words=tuple(player_words(g, player)),
    )


def points_of(g: UfPlay, side: str) -> int:
    """Its Victory Points, in team play by the card of its own table (UF:41.8)."""
    return victory.victory_points(at_table(g, g.side(side).table) if is_team_game(g) else g, side)


def player_words(g: UfPlay, player: Side) -> Iterator[str]:
    """What is special about a side now."""
    if player.role:
        yield player.role
    if player.broken:
        yield "squad broken"
    if player.leader_lost:
        yield "leader lost"
    if not player.snipers:
        yield "no Sniper left"
    elif player.snipers > 1:
        yield f"{player.snipers} Snipers"


def waiting_views(g: UfPlay, view_of: Callable[[Unit], UnitCardView]) -> Iterator[WaitingView]:
    for side in g.state.sides:
        units = [unit for unit in g.state.waiting.values() if unit.side == side]
        if units:
            setting_up = g.state.phase == "setup"
            name = "To be grouped" if setting_up else "Still to come"
            yield WaitingView(side, name, tuple([view_of(unit) for unit in units]))


def fallen_view(g: UfPlay, uid: str, fallen: Fallen) -> FallenView:
    fate = FATES.get(fallen.fate, fallen.fate)
    by = f" by the {g.library.nations[g.side(fallen.by).nation].people}" if fallen.by else ""
    text = f"{fate}{by}" if fallen.fate == CAPTURED else fate
    return FallenView(uid, fallen.unit.side, g.name(fallen.unit), fallen.fate, text, fallen.turn)


# -- groups --------------------------------------------------------------------------------------------------


def group_view(g: UfPlay, group: Group) -> GroupView:
    members = tuple([unit_card(g, unit, place) for place, unit in enumerate(g.members(group), 1)])
    laid = tuple([laid_view(g, one) for one in group.laid])
    if group.offered is not None:
        laid = (*laid, laid_view(g, group.offered, pending=True))
    terrain = terrain_name(group)
    marks = tuple(group_marks(g, group))
    words = [f"{g.group_name(group)} at range chit {group.range}", f"in {terrain}"]
    words += ["moving"] if is_moving(group) else []
    pinned = sum(g.is_pinned(unit) for unit in g.members(group))
    words += [f"{len(members)} card{'s' if len(members) != 1 else ''}, {pinned} pinned"]
    words += [mark.text for mark in marks]
    return GroupView(
        id=group.id,
        side=group.side,
        letter=group.letter,
        name=g.group_name(group),
        range=group.range,
        terrain=terrain,
        moving=is_moving(group),
        acted=group.acted,
        members=members,
        laid=laid,
        loose=tuple([loose_view(g, one) for one in group.loose]),
        marks=marks,
        words=", ".join(words),
    )


def terrain_name(group: Group) -> str:
    terrain = terrain_of(group)
    return OPEN_GROUND if terrain == "open" else terrain.capitalize()


def loose_view(g: UfPlay, loose: Loose) -> LooseView:
    weapon = g.library.weapons.get(loose.weapon)
    name = weapon.name if weapon is not None else loose.weapon.replace("-", " ")
    notes = ["out of order"] if loose.broken else []
    notes += ["captured"] if loose.captured else []
    return LooseView(name, ", ".join([f"{name} lies with the group", *notes]))


GROUP_FIELDS = frozenset(("acted", "entrenched", "natural_flank", "moved", "fired"))


def group_marks(g: UfPlay, group: Group) -> Iterator[StateMark]:
    """What a group is in the midst of, besides the cards on it."""
    groups = g.state.groups
    if group.entrenched:
        yield StateMark("entrenched", "entrenched", "UF:36.1-a")
    for enemy in group.flanks:
        if enemy in groups:
            yield StateMark("flanks", f"flanks {g.group_name(enemy)}", "UF:17.1-a")
    if group.encircles in groups:
        yield StateMark("encircles", f"encircles {g.group_name(group.encircles)}", "UF:17.6-a")
    if held_encircled(g, group):
        yield StateMark("encircled", "encircled", "UF:17.6-a")
    for enemy in group.behind:
        if enemy in groups:
            yield StateMark("behind", f"behind {g.group_name(enemy)}", "UF:23.7-b")
    if group.bound_for:
        yield StateMark("bound", f"on its way to become Group {group.bound_for}", "UF:17.7-a")
    if group.forming:
        yield StateMark("forming", "being formed", "UF:17.92")
    if group.sniped >= 0:
        yield StateMark("sniped", "sniped: it may look for the Sniper", "UF:14.4-a")
    if group.lit:
        yield StateMark("lit", f"lit by a starshell, {group.lit} more", "UF:38.5-b")
    if group.observed in groups:
        yield StateMark("observed", f"has detected {g.group_name(group.observed)}", "UF:38.2-a")
    if BETWEEN in group.table:
        yield StateMark("divider", "on the divider", "UF:41.55-a")
    if victory.is_infiltrated(g, group):
        yield StateMark("infiltrated", "infiltrated", "UF:20.1")
    yield from unlisted_marks(group, GROUP_FIELDS)


def opposing(g: UfPlay) -> list[tuple[Group, Group]]:
    """Any two groups that oppose each other, once play has begun."""
    if not g.state.turn:
        return []
    foes = {side: g.enemy_groups(side) for side in g.state.players}
    return [(group, enemy) for group in g.state.groups.values() for enemy in foes[group.side]]


def shot_view(g: UfPlay, group: Group, enemy: Group) -> ShotView:
    """Relative Range and firepower of a group at another."""
    attack = fire_attack(group, enemy)
    refusal = attack_refusal(g, attack)
    if refusal is not None:
        return ShotView(
            group.id, enemy.id, relative_range(group, enemy), 0, 0, False, refusal.reason, refusal.rule
        )
    joined = replace(attack, joining=who_may_join(g, attack))
    lines = breakdown(g, attack).lines[1:]
    return ShotView(
        group.id,
        enemy.id,
        attack.range,
        group_firepower(g, joined),
        int(sum(line.value for line in lines if line.sign != "x")),
        any(line.sign == "x" for line in lines),
    )


# -- piles ---------------------------------------------------------------------------------------------------


def pile_view(g: UfPlay, table: str, side: str) -> PileView:
    """A card tray. What has been seen is anybody's to remember; the draw pile is not counted (UF:16.21-b)."""
    tray = g.state.trays[table]
    buried = sum(len(cards) for cards in tray.buried.values())
    discards = len(tray.discards) + buried
    here = [one for one, player in g.state.players.items() if player.table == table]
    lying = sum(
        len(group.laid) + (group.offered is not None)
        for group in g.state.groups.values()
        if group.side in here
    )
    held = sum(len(g.hand(one)) for one in here)
    gone = discards + len(tray.shown) + len(tray.held) + len(tray.removed) + lying + held
    left = max(0, len(g.deck) - gone)
    full = max(1, len(g.deck) - len(tray.removed))
    thickness = min(EIGHTHS, -(-left * EIGHTHS // full))
    known = [*tray.discards, *tray.shown]
    discarded = f"{discards} card{'s' if discards != 1 else ''} discarded"
    decks = g.scenario_at(table).decks
    return PileView(
        table=table,
        deck=tray.number,
        decks=decks,
        thickness=thickness,
        discards=discards,
        top=tuple([action_card(g, card, side) for card in known[-TOP:]]),
        shown=tray.shown,
        seen=tuple(seen_cards(g, table, side)),
        words=f"Deck {tray.number} of {decks}; the draw pile is {THICK[thickness]}; {discarded}",
    )


THICK = (
    "empty",
    "nearly out",
    "thin",
    "more than half gone",
    "about half gone",
    "a little over half",
    "thick",
    "nearly full",
    "full",
)


def seen_cards(g: UfPlay, table: str, side: str) -> Iterator[SeenCards]:
    """What a player who remembers every card knows: how many of each kind have come out of this deck."""
    tray = g.state.trays[table]
    known = {*tray.discards, *tray.shown, *tray.held, *tray.removed, *tray.buried.get(side, ())}
    for one, player in g.state.players.items():
        if player.table == table:
            known.update(card for card in g.hand(one) if card != HIDDEN)
    for group in g.state.groups.values():
        if g.side(group.side).table == table:
            known.update(laid.card for laid in group.laid if laid.card not in ("", HIDDEN))
    kinds = g.library.kinds
    seen = Counter([kinds[card] for card in known if card in kinds])
    for name, count in g.library.so_many.items():
        yield SeenCards(name.capitalize(), seen[name], count)


# -- what holds for everybody --------------------------------------------------------------------------------


def progress(g: UfPlay) -> Iterator[str]:
    """How victory stands; in team play at each table by itself (UF:41.9)."""
    if is_team_game(g):
        for table in g.state.trays:
            for line in progress(at_table(g, table)):
                yield f"Table {table}: {line}"
        return
    condition = g.scenario.victory
    for side in g.state.sides:
        player, name = g.side(side), g.side_name(side)
        if isinstance(condition, ReachCondition) and (condition.by == "each" or player.role == ATTACKER):
            held = victory.holding(g, side, condition.chit)
            yield f"{name}: {held} of {condition.men} men in cover at range chit {condition.chit}"
    for section in progress_words.answers(g):
        yield from section(g)
    if g.state.turn and victory.points_matter(g):
        points = ", ".join(f"{g.side_name(one)} {victory.victory_points(g, one)}" for one in g.state.sides)
        yield f"Victory Points: {points}"


def conditions(g: UfPlay) -> Iterator[StateMark]:
    if g.scenario.night:
        yield StateMark("night", "Night", "UF:38.2-a")
    if any(tray.breeze for tray in g.state.trays.values()):
        yield StateMark("breeze", "Breeze", "UF:13.243-a")
    for tray in g.state.trays.values():
        for card, left in tray.outlawed.items():
            if left:
                name = card.capitalize()
                words = f"{left} {name} cards leave" if left > 1 else f"{name} card leaves"
                yield StateMark("outlawed", f"the next {words} the deck", "UF:16.1-a")
        break
    for table in g.state.trays:
        if f"divider {table}" in g.state.facts:
            terrain = divider(g, table).terrain
            words = OPEN_GROUND if terrain == OPEN else terrain.capitalize()
            yield StateMark("divider", f"Between tables {table} and {int(table) + 1}: {words}", "UF:41.3")
        won = g.state.facts.get(f"won {table}")
        if won:
            words = f"won by {g.side_name(won)}" if won in g.state.players else "nobody has won"
            yield StateMark("won", f"Table {table}: {words}", "UF:41.9")
    if pursued(g):
        yield StateMark("pursuit", f"{g.side_name(g.state.facts[RESULT])} has won and pursues", "UF:42.7")


def focus(g: UfPlay) -> Iterator[str]:
    """The groups and cards that the running procedure is about."""
    known = {*g.state.groups, *g.state.units}
    for frame in reversed(g.state.stack):
        attack = getattr(frame, "attack", None)
        found = [getattr(frame, name, "") for name in ("group", "target", "unit", "man")]
        if attack is not None:
            found += [attack.firer, attack.target]
        named = [one for one in found if isinstance(one, str) and one in known]
        if named:
            yield from dict.fromkeys(named)
            return


# -- the card ------------------------------------------------------------------------------------------------


def card_details(system: UfSystem, card: Scenario) -> CardDetails:
    roles = sides_of(card, {})
    first = next((side for side, role in roles.items() if card.first in (side, role)), "german")
    every = (
        roles
        if card.players
        else {k: r for one in card.opponents for k, r in sides_of(card, {"opponent": one}).items()}
    )
    forces = {side: card.force(side, role) for side, role in every.items()} if card.forces else {}
    g = UfPlay(State(scenario=card.id, options={}, sides=tuple(roles)), system.table(card.id))
    return CardDetails(
        situation=" ".join(card.situation.split()),
        sets_up_first=first,
        moves_first=first,
        squads={side: float(len(force.men) + len(force.machines)) for side, force in forces.items()},
        length=f"{card.decks} deck" + ("s" if card.decks != 1 else ""),
        size=card.type.capitalize(),
        forces=tuple([force_view(g, side, force) for side, force in forces.items()]),
        special_rules=special_rules(card),
        options=tuple(table_options(system, card)),
        line_ups=tuple(line_ups(system, card)),
    )


def special_rules(card: Scenario) -> tuple[str, ...]:
    found = [card.outlawed_rule, *(cower.rule for cower in card.cower), *card.rules, card.victory_rule]
    return tuple(dict.fromkeys(rule for rule in found if rule))


def force_view(g: UfPlay, side: str, force: Force) -> ForceView:
    troops = g.library.troops[force.troops or f"{side}-line"]
    comes = f"{len(force.reinforcements)} come later" if force.reinforcements else "forms 2 to 4 groups"
    cards = tuple([unit_card(g, unit) for unit in force_units(g, side, force)])
    return ForceView(side, troops.name, 0, comes, (), cards)


def table_options(system: UfSystem, card: Scenario) -> Iterator[OptionInfo]:
    """Who plays against whom, who attacks, and whether the sand runs."""
    nations = system.table(card.id).library.nations
    people = tuple(OptionValue(one, nations[one].people) for one in card.opponents)
    if not card.players and len(card.opponents) > 1:
        yield OptionInfo("opponent", "The Germans against", people)
    if len(card.attackers()) > 1:
        names = {"german": "The Germans", "opponent": "Their opponent"}
        attackers = tuple(OptionValue(one, names[one]) for one in card.attackers())
        yield OptionInfo("attacker", "Who attacks", attackers)
    if card.plays_in_teams():
        yield from team_options(system, card, people)
    yield OptionInfo(
        "minute", "A turn lasts", (OptionValue("off", "As long as it takes"), OptionValue("on", "A minute"))
    )
    if any(force.machines for force in card.forces):
        fears = (OptionValue("off", "Does not fear tanks"), OptionValue("on", "Fears tanks"))
        yield OptionInfo(TANK_FEAR, "Infantry without tanks", fears)


def team_options(system: UfSystem, card: Scenario, people: tuple[OptionValue, ...]) -> Iterator[OptionInfo]:
    """A second table (UF:41.2), and what is played there (UF:41.8)."""
    one, two = OptionValue("1", "One"), OptionValue("2", "Two, played by teams")
    yield OptionInfo("tables", "Tables", (one, two))
    beside = option_values(card, {}, {name: system.scenario(name) for name in system.scenarios()})
    others = [system.scenario(name) for name in beside["scenario-2"] if name != card.id]
    same = OptionValue(card.id, "The same scenario")
    choices = (same, *(OptionValue(other.id, other.title) for other in others))
    yield OptionInfo("scenario-2", "At the second table", choices, {"tables": "2"})
    if len(people) > 1:
        yield OptionInfo("opponent-2", "The Germans there against", people, {"tables": "2"})


def line_ups(system: UfSystem, card: Scenario) -> Iterator[LineUp]:
    """Who plays, for every choice of opponents and tables."""
    if card.players:
        return
    for one in card.opponents:
        alone = {"opponent": one, "tables": "1"} if card.plays_in_teams() else {"opponent": one}
        yield LineUp(alone, system.sides_with(card.id, alone))
        for two in card.opponents if card.plays_in_teams() else ():
            chosen = {"opponent": one, "tables": "2", "opponent-2": two}
            yield LineUp(chosen, system.sides_with(card.id, chosen))
