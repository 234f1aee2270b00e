"""Radio Contact (DAE:2.1) and how it is maintained (DAE:2.11)."""

from __future__ import annotations

from defilade.kernel import Action, Breakdown, Chance, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.sk.firers import weapon_bar
from defilade.rules.sk.full.artillery import battery_access
from defilade.rules.sk.full.artillery.batteries import battery_name, observer_of, radio_of
from defilade.rules.sk.morale import unit_breaks
from defilade.rules.sk.prep_fire import mark_whole_unit
from defilade.rules.sk.state import PFPH, SkPlay
from defilade.tactics.artillery import Battery
from defilade.tactics.fire_table import chance_at_most
from defilade.tactics.units import FINAL, PREP, Unit, Weapon

PART = Part()

RADIO = "Radio"
IS_TALKED_INTO = Refusal("a radio calls artillery; it is not fired", "DAE:2.1-a")
BREAKS_ON = 12
MAINTENANCE_DRM, MORTAR_MAINTENANCE_DRM = -1, -2


class RadioContact(Frame):
    """An Observer tries to reach his battery, or to stay in contact; his DR is due."""

    battery: str


@PART.answers(weapon_bar)
def not_fired(g: SkPlay, unit: Unit, weapon: Weapon) -> Refusal | None:
    return IS_TALKED_INTO if g.weapon_types[weapon.type].kind == RADIO else None


@PART.answers(unit_breaks)
def contact_lost_at_once(g: SkPlay, unit: Unit) -> None:
    """DAE:2.1-e"""
    for battery in list(g.state.batteries.values()):
        if battery.contact == unit.id:
            lose_contact(g, battery, "DAE:2.1-e")


def lose_contact(g: SkPlay, battery: Battery, rule: str) -> Battery:
    battery = g.update_battery(battery, contact="")
    g.say("radio", f"The {battery_name(g, battery)} is out of contact.", rule, side=battery.side)
    return battery


def breakdown(g: SkPlay, battery: Battery) -> Breakdown:
    """DAE:2.1-d; DAE:2.11-a: who has contact keeps it more easily."""
    unit, radio = observer_of(g, battery), radio_of(g, battery)
    assert unit is not None and radio is not None
    number = g.weapon_type(radio).contact
    lines = [Line("Radio Contact value", number, "DAE:2.1-d", "=")]
    title = f"Radio Contact by {g.name(unit)}"
    if battery.contact == unit.id:
        title = f"Radio Maintenance by {g.name(unit)}"
        drm = MORTAR_MAINTENANCE_DRM if battery.battalion_mortar else MAINTENANCE_DRM
        lines.append(Line("in contact already", drm, "DAE:2.11-a"))
    return Breakdown(title, tuple(lines), total=number, rules=("DAE:2.1-d",))


def drm_of(added_up: Breakdown) -> int:
    return int(sum(line.value for line in added_up.lines if line.sign == "+"))


def odds(g: SkPlay, battery: Battery) -> dict[str, float]:
    added_up = breakdown(g, battery)
    chance = chance_at_most(min(BREAKS_ON - 1, int(added_up.total) - drm_of(added_up)))
    return {"contact": chance, "no contact": 1 - chance}


def begin(g: SkPlay, battery: Battery) -> None:
    """DAE:2.8: an Offboard Observer has Contact for the asking."""
    if not battery.observer:
        g.push(RadioContact(battery.id))
        return
    g.say(
        "radio", f"The Offboard Observer calls the {battery_name(g, battery)}.", "DAE:2.8", side=battery.side
    )
    battery_access.go_on(g, g.update_battery(battery, contact=battery.observer))


@PART.decisions(RadioContact)
def ask_radio_contact(g: SkPlay, frame: RadioContact) -> Chance:
    battery = g.state.batteries[frame.battery]
    added_up = breakdown(g, battery)
    return Chance(
        f"{added_up.title}: {int(added_up.total) - drm_of(added_up)} or less; a 12 breaks the radio.",
        dice=2,
        side=battery.side,
        rules=("DAE:2.1-d", "DAE:2.1-a"),
        about=(battery.radio,),
    )


@ask_radio_contact
def take_radio_contact(g: SkPlay, frame: RadioContact, answer: Action | Outcome | None) -> None:
    assert isinstance(answer, Outcome)
    g.pop()
    battery = g.state.batteries[frame.battery]
    unit, radio = observer_of(g, battery), radio_of(g, battery)
    assert unit is not None and radio is not None
    added_up = breakdown(g, battery)
    original = sum(answer.dice)
    final = original + drm_of(added_up)
    broken = original >= BREAKS_ON
    success = final <= added_up.total and not broken
    g.say(
        "radio",
        f"{added_up.title}: DR {original}, final {final}, against {added_up.total:g}: "
        + ("contact." if success else "no contact."),
        "DAE:2.1-d",
        *(("DAE:2.11-a",) if battery.contact else ()),
        side=battery.side,
        who=(unit.id, radio.id),
        at=unit.hex,
        dice=answer.dice,
        breakdown=added_up,
    )
    # DAE:2.1-c: apart from what else he does with his battery it is all that he does in this phase.
    mark_whole_unit(g, unit, PREP if g.state.phase == PFPH else FINAL)
    battery = g.update_battery(battery, contact=unit.id if success else "")
    if broken:
        g.update_weapon(g.state.weapons[radio.id], malfunctioned=True)
        g.say("malfunction", f"The {g.weapon_name(radio)} breaks down.", "DAE:2.1-a", who=(radio.id,))
    elif success:
        battery_access.go_on(g, battery)
