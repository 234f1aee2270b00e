"""Men are pinned, killed and rout; groups vanish (UF:6.51 to UF:6.531, UF:4.3-a)."""

from __future__ import annotations

from defilade.rules.upfront.attack import Attack
from defilade.rules.upfront.cards import ActionCard
from defilade.rules.upfront.composition import Part
from defilade.rules.upfront.play import UfPlay
from defilade.rules.upfront.state import CAPTURED, KIA, ROUT, WITHDRAWN, Fallen, Group, Machine, Unit

PART = Part()

SAID = {KIA: "is killed", ROUT: "routs", CAPTURED: "is taken prisoner", WITHDRAWN: "withdraws"}
PIN = "pin"


def pin(g: UfPlay, unit: Unit, *rules: str) -> None:
    """The card is flipped to its back (UF:6.52, UF:10.1): a vehicle with a roof buttons up (UF:28.43-a)."""
    g.update(unit, pinned=True)
    text = f"{g.name(unit)} {'buttons up' if g.has_roof(unit) else 'is pinned'}."
    g.say("pinned", text, *rules, side=unit.side, who=(unit.id,), at=unit.group)
    g.tell("pinned", g.unit(unit.id))


def unpin(g: UfPlay, unit: Unit, *rules: str) -> None:
    g.update(unit, pinned=False)
    g.say("rallied", f"{g.name(unit)} rallies.", *rules, side=unit.side, who=(unit.id,), at=unit.group)
    g.tell("rallied", g.unit(unit.id))


def panic(g: UfPlay, unit: Unit, card: ActionCard, attack: Attack | None = None) -> None:
    """He is removed: killed if the number under 0r is not above the Panic value printed on him (UF:6.53), else
    he routs (UF:6.531). Colour does not matter, nor what else changes his Panic."""
    printed = getattr(unit, "panic", 0)
    fate = KIA if card.rout_number <= printed else ROUT
    if g.rules.any_true("panic_fate", g, unit, fate, card, attack):
        return
    suffer(g, unit, fate, card, attack, "UF:6.53" if fate == KIA else "UF:6.531")


def suffer(
    g: UfPlay, unit: Unit, fate: str, card: ActionCard | None, attack: Attack | None, *rules: str
) -> None:
    """A man is to be lost in this way, unless another section turns his fate (wound, berserk, prisoner)."""
    for turn in g.rules.table("fate"):
        if turn(g, unit, fate, card, attack):
            return
    remove(g, unit, fate, *rules)


def remove(g: UfPlay, unit: Unit, fate: str, *rules: str, by: str = "") -> None:
    """Take a Personality card out of play. The one way in which one is lost."""
    by = by or next((side for deed in g.rules.table("author") if (side := deed(g, unit))), "")
    g.leave_group(unit)
    del g.state.units[unit.id]
    g.state.fallen[unit.id] = Fallen(unit, fate, by, g.state.turn)
    told = "is destroyed" if fate == KIA and isinstance(unit, Machine) else SAID[fate]
    g.say("lost", f"{g.name(unit)} {told}.", *rules, side=unit.side, who=(unit.id,), at=unit.group)
    g.tell("removed", unit, fate)
    group = g.state.groups.get(unit.group)
    if group is not None and not group.members and not g.rules.any_true("holds_place", g, group):
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
    g.tell("group_gone", group)
