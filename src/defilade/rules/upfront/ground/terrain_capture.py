"""Terrain captured from an infiltrated group whose last man is gone (UF:20.8)."""

from __future__ import annotations

from defilade.kernel import Action, Choice, Frame
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import MOST_IN_GROUP
from defilade.rules.upfront.game.losses import disband, holds_place
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.secondary_weapons import RADIO
from defilade.rules.upfront.game.state import OPEN, TERRAIN, Group, Laid, Loose, Man
from defilade.rules.upfront.infantry.crews import assistant_of, release
from defilade.rules.upfront.infantry.laying_down import is_foreign
from defilade.rules.upfront.infantry.movement import must_reject, on_terrain_entered
from defilade.rules.upfront.infantry.terrain import movement_cards, terrain_card
from defilade.rules.upfront.transfers.acquisition import lose_loose_weapons
from defilade.rules.upfront.transfers.group_transfer import give_up_transfer
from defilade.rules.upfront.transfers.individual_transfer import crowding_bar, joining_bar
from defilade.rules.upfront.transfers.infiltration import infiltrators_of

PART = Part()


class CapturingTerrain(Frame):
    """A group without cards lies there until its enemies have decided about its Terrain card."""

    group: str
    sides: tuple[str, ...]
    """Sides that are still to be asked."""
    infiltrators: tuple[str, ...]
    """The men who had infiltrated it when its last man was lost."""
    captor: str = ""
    """The group that has taken the card; men who infiltrated too may now join it (UF:20.8-b)."""


def spoils(group: Group) -> Laid | None:
    """The Terrain card that the group was in. In a double move it was in the open: its terrain is left behind, but the
    first Movement card can be flipped over and taken as Open Ground (UF:20.8-qa)."""
    card = terrain_card(group)
    if card is None and movement_cards(group):
        return Laid(movement_cards(group)[0].card, TERRAIN, OPEN)
    return card


def captors(g: UfPlay, group: Group, infiltrators: tuple[str, ...], side: str) -> list[Group]:
    """Groups of a side with infiltrators in the dead group that may be in its terrain (UF:20.8-a)."""
    prize = spoils(group)
    if prize is None:
        return []
    found = [g.group(key) for key in dict.fromkeys(man.group for man in _left(g, infiltrators, side))]
    return [one for one in found if must_reject(g, one, prize.terrain) is None]


def _left(g: UfPlay, infiltrators: tuple[str, ...], side: str) -> list[Man]:
    men = [g.man(uid) for uid in infiltrators if uid in g.state.units]
    return [man for man in men if man.side == side]


@PART.answers(holds_place)
def worth_taking(g: UfPlay, group: Group) -> bool:
    """UF:20.8-a: by fire or hand to hand, whatever the movement of either group; who has fired is no infiltrator any
    more (UF:20.53-c). Where two enemies have infiltrated it the one whose turn it is, or comes first, has the first
    choice."""
    men = tuple(man.id for man in infiltrators_of(g, group.id) if not man.joins_fire)
    now = g.state.sides.index(g.state.mover)
    turns = (*g.state.sides[now:], *g.state.sides[:now])
    sides = tuple(side for side in turns if captors(g, group, men, side))
    if sides:
        g.push(CapturingTerrain(group.id, sides, men))
    return bool(sides)


@PART.decisions(CapturingTerrain)
def ask_capturing_terrain(g: UfPlay, frame: CapturingTerrain) -> Choice | None:
    dead = g.group(frame.group)
    side = frame.sides[0]
    if frame.captor:
        men = joiners(g, frame)
        options = [Action("join", (man.id,), frame.captor) for man in men]
        if not options:
            return None
        return Choice(
            side, "Who joins them there?", (*options, Action("done")), ("UF:20.8-b",), at=frame.captor
        )
    found = captors(g, dead, frame.infiltrators, side)
    if not found:
        return None
    options = [Action("capture-terrain", (group.id,), dead.id) for group in found]
    prize = spoils(dead)
    assert prize is not None
    shown = "Open Ground" if prize.terrain == OPEN else prize.terrain.capitalize()
    asks = f"Take over the {shown} of {g.group_name(dead)}?"
    return Choice(side, asks, (*options, Action("no")), ("UF:20.8-a", "UF:20.8-b"), at=dead.id)


def joiners(g: UfPlay, frame: CapturingTerrain) -> list[Man]:
    """Infiltrators of the dead group who are in other groups and may be where the captor is now (UF:20.8-b)."""
    captor = g.group(frame.captor)
    cards = len(captor.members) + 1
    if cards > MOST_IN_GROUP or crowding_bar(g, captor, cards) is not None:
        return []
    men = [man for man in _left(g, frame.infiltrators, captor.side) if man.group != captor.id]
    return [man for man in men if joining_bar(g, man, captor) is None]


@ask_capturing_terrain
def take_capturing_terrain(g: UfPlay, frame: CapturingTerrain, answer: Answer) -> None:
    if isinstance(answer, Action) and answer.verb == "capture-terrain":
        frame.captor = answer.who[0]
        capture(g, g.group(frame.captor), g.group(frame.group))
    elif isinstance(answer, Action) and answer.verb == "join":
        join(g, g.man(answer.who[0]), g.group(frame.captor))
    elif not frame.captor and len(frame.sides) > 1:
        frame.sides = frame.sides[1:]
    else:
        g.pop()
        disband(g, g.group(frame.group))


def capture(g: UfPlay, captor: Group, dead: Group) -> None:
    """The card changes over with its entrenchment (UF:20.8-a); all Movement cards of both are removed (UF:20.8-c).
    Letter and range chit stay as they are, so it is not on its way to another place any more (UF:17.7-h)."""
    prize = spoils(dead)
    assert prize is not None
    give_up_transfer(g, captor, "UF:17.7-h")
    captor = g.group(captor.id)
    for laid in captor.laid:
        g.put_away(laid, captor.side)
    g.update_group(dead, laid=tuple(laid for laid in dead.laid if laid.card != prize.card))
    lose_loose_weapons(g, captor)
    captor = g.update_group(
        captor.id, laid=(prize,), entrenched=dead.entrenched, loose=_lying_there(g, captor, dead)
    )
    shown = "Open Ground" if prize.terrain == OPEN else prize.terrain.capitalize()
    text = f"{g.group_name(captor)} takes over the {shown} of {g.group_name(dead)}."
    g.say("captured_terrain", text, "UF:20.8-a", "UF:20.8-c", side=captor.side, at=captor.id)
    on_terrain_entered(g, captor, prize)


def _lying_there(g: UfPlay, captor: Group, dead: Group) -> tuple[Loose, ...]:
    """Weapons that lie in the terrain stay there for the captor to take up (UF:20.8-a, UF:18.1-a); a radio speaks only
    to its own side. Nobody of the dead group claims them any more."""
    return tuple(
        replace(
            one,
            assistant="",
            captured=one.weapon in g.library.weapons and is_foreign(g, one.weapon, captor.side),
        )
        for one in dead.loose
        if one.weapon != RADIO
    )


def join(g: UfPlay, man: Man, captor: Group) -> None:
    """UF:20.8-b: his old group may be no more without him."""
    assistant = assistant_of(g, man)
    if assistant is not None:
        release(g, assistant)
    old = g.leave_group(man)
    g.join_group(man, captor)
    text = f"{g.name(man)} joins {g.group_name(captor)}."
    g.say("joined", text, "UF:20.8-b", side=man.side, who=(man.id,), at=captor.id)
    if not old.members:
        disband(g, old)


PART.wording("capture-terrain", lambda g, a: f"{g.group_name(a.who[0])} takes it over")
PART.wording("join", lambda g, a: f"{g.name(a.who[0])} joins {g.group_name(a.at)}")
