"""Hero cards (UF:10.4).

A Hero may be played at any time.  In one's own turn it is among the options; in the enemy's turn its owner is asked
where it matters.  He is asked whether he has one or not, as long as everybody must reckon with it, so that being
asked tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from defilade.kernel import Action, Choice, Frame, Line
from defilade.kernel.composition import all_of, any_of, first_of, told
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import SHOTS, Attack
from defilade.rules.upfront.game.cards import HERO
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.losses import unpin
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import on_turn_ends
from defilade.rules.upfront.game.state import Machine, Man, Unit
from defilade.rules.upfront.infantry.firepower import (
    can_fire,
    firepower_changes,
    multiplied,
    needs_brackets,
    printed_firepower,
)

PART = Part()


@any_of
def hero_on_machine(g: UfPlay, machine: Machine, /) -> bool:
    """Can a Hero card be played for this machine?"""
    return False


@any_of
def hero_serves(g: UfPlay, man: Man, /) -> bool:
    """Would a Hero card do something for an unpinned man in this turn?"""
    return False


@all_of
def who_steadies(g: UfPlay, man: Man, /) -> Iterable[str]:
    """Who of his pinned comrades would make this man harder to pin or to break, once a Hero card has rallied him?"""
    return ()


@told
def on_hero(g: UfPlay, unit: Unit, /) -> None:
    """A Hero card has been played for a card."""


@first_of
def roused_machine(g: UfPlay, machine: Machine, /) -> Machine | None:
    """What would a Hero card make of this machine at once?"""


class HeroWindow(Frame):
    """The owner may play a Hero card for one card of his before something happens to it (UF:10.4-a)."""

    side: str
    unit: str


def could_hold(g: UfPlay, side: str, kind: str) -> bool:
    """For all that everybody knows the side may hold a card of this kind."""
    if not g.hand(side):
        return False
    tray = g.tray(side)
    bearing = g.library.bearing[g.side(side).nation, kind]
    seen = sum(card in bearing for pile in (tray.discards, tray.shown, tray.removed) for card in pile)
    return seen < len(bearing)


def may_be_heroic(g: UfPlay, unit: Unit) -> bool:
    """A Hero could save this card now, and its owner may have one: he is asked (UF:10.42)."""
    return unit.pinned and isinstance(unit, Man) and could_hold(g, unit.side, HERO)


def could_steady(g: UfPlay, unit: Unit, asked: Sequence[str]) -> str:
    """A comrade, not asked for yet, whom a Hero card would let steady a man who is about to be attacked."""
    found = [uid for uid in who_steadies(g, unit) if uid not in asked] if isinstance(unit, Man) else []
    return found[0] if found and could_hold(g, unit.side, HERO) else ""


def steadies_others(g: UfPlay, man: Man) -> bool:
    """Others of his group would be steadied if he were rallied."""
    return any(man.id in who_steadies(g, other) for other in g.men(g.group_of(man)))


@PART.decisions(HeroWindow)
def ask_hero_window(g: UfPlay, frame: HeroWindow) -> Choice:
    options = [Action("hero", (card, frame.unit)) for card, _ in g.holds(frame.side, HERO)]
    asks = f"Play a Hero card for {g.name(frame.unit)}?"
    return Choice(frame.side, asks, (*options, Action("no")), ("UF:10.4-a",), about=(frame.unit,))


@ask_hero_window
def take_hero_window(g: UfPlay, frame: HeroWindow, answer: Answer) -> None:
    g.pop()
    assert isinstance(answer, Action)
    if answer.verb == "hero":
        play_hero(g, frame.side, answer)


class HeroAmong(Frame):
    """The owner may play a Hero card for one of the cards whose state matters for the next draw (UF:10.4-a).

    `before` says what that is, for everybody to read. Whoever pushes it looks again when a Hero has been played: there
    may be a second one."""

    side: str
    units: tuple[str, ...]
    before: str


@PART.decisions(HeroAmong)
def ask_hero_among(g: UfPlay, frame: HeroAmong) -> Choice:
    heroes = [card for card, _ in g.holds(frame.side, HERO)]
    options = [Action("hero", (card, unit)) for card in heroes for unit in frame.units]
    asks = f"{frame.before}: play a Hero card for {' or '.join(g.name(unit) for unit in frame.units)}?"
    return Choice(frame.side, asks, (*options, Action("no")), ("UF:10.4-a",), about=frame.units)


@ask_hero_among
def take_hero_among(g: UfPlay, frame: HeroAmong, answer: Answer) -> None:
    g.pop()
    assert isinstance(answer, Action)
    if answer.verb == "hero":
        play_hero(g, frame.side, answer)


def roused(g: UfPlay, unit: Unit) -> Unit:
    """What a Hero card would make of a card: rallied, without the pain of its wound (UF:10.43-b, UF:33.9)."""
    if isinstance(unit, Man):
        return replace(unit, pinned=False, berserk=False, wound_eased=unit.wounded)
    return next((one for f in roused_machine.answers(g) if (one := f(g, unit)) is not None), unit)


@contextmanager
def as_if(g: UfPlay, units: Sequence[Unit]) -> Iterator[None]:
    """Reckon with cards in another state than theirs."""
    kept = {unit.id: g.unit(unit.id) for unit in units}
    g.state.units.update((unit.id, unit) for unit in units)
    try:
        yield
    finally:
        g.state.units.update(kept)


# -- in one's own turn -------------------------------------------------------------------------------------------


def hero_options(g: UfPlay, side: str) -> Iterator[Action]:
    """For any man of the side, and for whatever else a section lets it be played on (UF:10.41)."""
    cards = g.holds(side, HERO)
    units = (
        [unit.id for unit in g.state.units.values() if unit.side == side and _can_be_hero(g, unit)]
        if cards
        else ()
    )
    for card, _ in cards:
        for unit in units:
            yield Action("hero", (card, unit))


def _can_be_hero(g: UfPlay, unit: Unit) -> bool:
    """UF:10.45-a: nobody plays one just to be rid of it; on an unpinned man it must have an effect in this turn."""
    if can_be_rallied(g, unit):
        return True
    return isinstance(unit, Man) and not unit.heroic and hero_serves(g, unit)


def can_be_rallied(g: UfPlay, unit: Unit) -> bool:
    """A Hero card would rally the card, or serve a machine as a section has it, besides heroic powers."""
    if isinstance(unit, Man):
        return unit.pinned
    return hero_on_machine(g, unit)


def play_hero(g: UfPlay, side: str, action: Action) -> None:
    """Rally the man and give him heroic powers for this player turn, both with one card (UF:10.43-b). Like every card
    it is replaced only at the refill of its owner's own turn (UF:10.4-b)."""
    card, uid = action.who
    g.spend_card(side, card)
    unit = g.unit(uid)
    if not isinstance(unit, Man):
        text = f"A hero among the crew of {g.name(unit)}."
    elif unit.hurt:  # UF:33.9: no more than that
        text = f"{g.name(unit)} forgets his wound."
    else:
        text = f"{g.name(unit)} is a hero."
    g.say("hero", text, "UF:10.4-a", side=side, who=(uid, card), at=unit.group)
    if isinstance(unit, Man):
        unit = g.update(unit, heroic=True)
        if unit.pinned:
            unpin(g, unit, "UF:10.4-a")
    on_hero(g, g.unit(uid))


PART.free_action("hero", hero_options, play_hero, lambda g, a: f"Play a Hero card for {g.name(a.who[1])}")
PART.wording("no", lambda g, a: "No")


@PART.answers(on_turn_ends)
def heroes_are_men_again(g: UfPlay, side: str) -> None:
    """Heroic powers last for one player turn (UF:10.45-a)."""
    for unit in list(g.state.units.values()):
        if isinstance(unit, Man) and unit.heroic:
            g.update(unit, heroic=False)


NOT_HEROIC = ("mortar", "bazooka", "panzerschreck")
HEROIC = Line("Hero", 2, "UF:10.45-a", "x")


def fires_as_hero(g: UfPlay, man: Man, attack: Attack) -> bool:
    """UF:10.45-a, UF:10.45-c. What is doubled of a machine gunner is his bracketed firepower (UF:10.45-b); where his
    crew makes as much of the weapon without that he leaves it (UF:10.43-b)."""
    weapon = g.weapon(man)
    if not man.heroic or (weapon is not None and weapon.kind in NOT_HEROIC):
        return False
    if weapon is None or not weapon.bracketed or not can_fire(g, man, attack):
        return True
    plain = replace(man, heroic=False)
    lines = firepower_changes(g, plain, attack)
    heroic = multiplied(weapon.bracketed[attack.range], [*lines, HEROIC])
    return heroic > multiplied(printed_firepower(g, plain, attack), lines)


@PART.answers(firepower_changes)
def heroic_firepower(g: UfPlay, man: Man, attack: Attack) -> Iterator[Line]:
    """UF:10.45-a: doubled; tripled if it is doubled already, which the firepower sum sees to."""
    if fires_as_hero(g, man, attack):
        yield HEROIC


@PART.answers(needs_brackets)
def heroic_gunner(g: UfPlay, man: Man, attack: Attack) -> bool:
    """UF:10.45-b; ordnance keeps its crew (UF:10.45-d)."""
    return attack.kind not in SHOTS and fires_as_hero(g, man, attack)
