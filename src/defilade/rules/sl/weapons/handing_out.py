"""Support weapons come with their groups: each is handed to somebody as the group sets up (SL:8.4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Outcome
from defilade.kernel.composition import Part, handed_on
from defilade.rules.option_looks import SPOKEN, Spoken
from defilade.rules.sl.eyes.secrets import in_nobodys_hands
from defilade.rules.sl.set_up import forces_besides
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.captured import RADIO
from defilade.tactics.set_up import free_letter
from defilade.tactics.units import Unit, Weapon

PART = Part()

PART.adds(SPOKEN, Spoken("equip", lambda g, action: f"To {g.name(action.who[0])}"))


@handed_on
def issued(g: SlPlay, kind: str) -> str:
    """Which type of weapon is handed out for one that a card names?"""
    return kind


@handed_on
def fit_to_have(g: SlPlay, units: list[Unit], weapon: Weapon) -> list[Unit]:
    """Which of these units may be handed a weapon?"""
    return units


class HandOut(Frame):
    """The weapons of one group are handed to its units; `left` are those that nobody has yet."""

    group: int
    left: tuple[str, ...]


@PART.answers(forces_besides)
def make_weapons(g: SlPlay, group: int) -> Iterable[Frame]:
    card, made = g.scenario.groups[group], []
    for name, count in card.weapons.items():
        kind = issued(g, name)
        for _ in range(count):
            used = [weapon.letter for weapon in g.state.weapons.values() if weapon.type == kind]
            weapon = Weapon(g.new_id("w"), card.side, kind, letter=free_letter(used), group=group)
            g.state.weapons[weapon.id] = weapon
            made.append(weapon.id)
            if kind in card.hidden_weapons:
                g.state.hidden_weapons = (*g.state.hidden_weapons, weapon.id)
    return [HandOut(group, tuple(made))] if made else []


@PART.answers(in_nobodys_hands)
def not_handed_out(g: SlPlay) -> Iterable[str]:
    """How many are still to be handed out everybody knows."""
    return [wid for frame in g.state.stack if isinstance(frame, HandOut) for wid in frame.left]


def bearers(g: SlPlay, frame: HandOut) -> list[Unit]:
    """Those with the fewest weapons; leaders where nobody else is left, and first of all for a radio (SL:8.3-h). A
    scout uses none (SL:3.7.11)."""
    side = g.scenario.groups[frame.group].side
    units = [unit for unit in g.state.units.values() if unit.group == frame.group and unit.side == side]
    men, leaders = [unit for unit in units if unit.is_mmc], [unit for unit in units if unit.is_leader]
    radio = bool(frame.left) and g.weapon_type(g.state.weapons[frame.left[0]]).kind == RADIO
    able = (leaders or men) if radio else (men or leaders)
    able = fit_to_have(g, able, g.state.weapons[frame.left[0]]) if frame.left else able
    fewest = min((len(g.weapons_of(unit)) for unit in able), default=0)
    return [unit for unit in able if len(g.weapons_of(unit)) == fewest]


@PART.decisions(HandOut)
def ask_hand_out(g: SlPlay, frame: HandOut) -> Choice | None:
    side = g.scenario.groups[frame.group].side
    able = bearers(g, frame)
    if not frame.left or not able:
        return None
    weapon = g.state.weapons[frame.left[0]]
    options = tuple([Action("equip", (unit.id, weapon.id)) for unit in able])
    return Choice(side, f"Who has the {g.weapon_name(weapon)}?", options, ("SL:8.4.1",), (weapon.id,))


@ask_hand_out
def take_hand_out(g: SlPlay, frame: HandOut, answer: Action | Outcome | None) -> None:
    if not isinstance(answer, Action):
        g.pop()
        return
    frame.left = frame.left[1:]
    unit, weapon = g.unit(answer.who[0]), g.state.weapons[answer.who[1]]
    g.give(weapon, unit)
    g.say(
        "set_up",
        f"{g.name(unit)} has the {g.weapon_name(weapon)}.",
        "SL:8.4.1",
        side=unit.side,
        who=(unit.id, weapon.id),
        at=unit.hex,
        seen_by=(unit.side,) if unit.id in g.state.unseen or weapon.id in g.state.hidden_weapons else (),
    )
