"""Men are pinned, killed and rout; groups vanish (UF:6.51 to UF:6.531, UF:4.3-a)."""

from __future__ import annotations

from defilade.kernel.composition import any_of, question, told
from defilade.rules.upfront.game.attack import Attack
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import CAPTURED, KIA, ROUT, WITHDRAWN, Fallen, Group, Machine, Unit

PART = Part()


@question
def author_of(g: UfPlay, unit: Unit, /) -> str:
    """Whose deed is the loss of this card, where that matters?"""
    raise NotImplementedError


@any_of
def holds_place(g: UfPlay, group: Group, /) -> bool:
    """Is the place of a group without cards still of use, so that its cards stay for now?"""
    return False


@told
def on_group_gone(g: UfPlay, group: Group, /) -> None:
    """A group is no more."""


@told
def on_pinned(g: UfPlay, unit: Unit, /) -> None:
    """A card has been pinned."""


@told
def on_rallied(g: UfPlay, unit: Unit, /) -> None:
    """A card is no longer pinned."""


@told
def on_removed(g: UfPlay, unit: Unit, fate: str, /) -> None:
    """A card has left play, and by what fate."""


@any_of
def panic_fate(g: UfPlay, unit: Unit, fate: str, card: ActionCard, attack: Attack | None, /) -> bool:
    """Does a section take over from what a man who panics would suffer?"""
    return False


SAID = {KIA: "is killed", ROUT: "routs", CAPTURED: "is taken prisoner", WITHDRAWN: "withdraws"}
PIN = "pin"


def pin(g: UfPlay, unit: Unit, *rules: str) -> None:
    """The card is flipped to its back (UF:6.52, UF:10.1): a vehicle with a roof buttons up (UF:28.43-a)."""
    g.update(unit, pinned=True)
    text = f"{g.name(unit)} {'buttons up' if g.has_roof(unit) else 'is pinned'}."
    g.say("pinned", text, *rules, side=unit.side, who=(unit.id,), at=unit.group)
    on_pinned(g, g.unit(unit.id))


def unpin(g: UfPlay, unit: Unit, *rules: str) -> None:
    g.update(unit, pinned=False)
    g.say("rallied", f"{g.name(unit)} rallies.", *rules, side=unit.side, who=(unit.id,), at=unit.group)
    on_rallied(g, g.unit(unit.id))


def fate_of_panic(unit: Unit, card: ActionCard) -> str:
    """UF:6.53, UF:6.531"""
    return KIA if card.rout_number <= getattr(unit, "panic", 0) else ROUT


def panic(g: UfPlay, unit: Unit, card: ActionCard, attack: Attack | None = None) -> None:
    """He is removed: killed if the number under 0r is not above the Panic value printed on him (UF:6.53), else
    he routs (UF:6.531). Colour does not matter, nor what else changes his Panic."""
    fate = fate_of_panic(unit, card)
    if panic_fate(g, unit, fate, card, attack):
        return
    remove(g, unit, fate, "UF:6.53" if fate == KIA else "UF:6.531")


def remove(g: UfPlay, unit: Unit, fate: str, *rules: str, by: str = "") -> None:
    """Take a Personality card out of play. The one way in which one is lost."""
    by = by or next((side for deed in author_of.answers(g) if (side := deed(g, unit))), "")
    g.leave_group(unit)
    del g.state.units[unit.id]
    g.state.fallen[unit.id] = Fallen(unit, fate, by, g.state.turn)
    told = "is destroyed" if fate == KIA and isinstance(unit, Machine) else SAID[fate]
    g.say("lost", f"{g.name(unit)} {told}.", *rules, side=unit.side, who=(unit.id,), at=unit.group)
    on_removed(g, unit, fate)
    group = g.state.groups.get(unit.group)
    if group is not None and not group.members and not holds_place(g, group):
        disband(g, group)


def disband(g: UfPlay, group: Group) -> None:
    """A group without cards is gone, and the cards on it are discarded (UF:4.3-a)."""
    for laid in group.laid:
        g.put_away(laid, group.side)
    if group.offered is not None:
        g.put_away(group.offered, group.side)
    del g.state.groups[group.id]
    name = f"{g.nation(group.side).name} Group {group.letter}"
    g.say("group_gone", f"{name} is no more.", "UF:4.3-a", side=group.side, at=group.id)
    on_group_gone(g, group)
