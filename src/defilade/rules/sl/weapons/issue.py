"""Which make of a weapon is issued where a card does not say: panzerfausts by dice (SL:8.17.5), bazookas the latest
(SL:8.18.3)."""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Frame, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl.set_up import forces_besides
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.handing_out import issued

PART = Part()

PANZERFAUST, BAZOOKA = "ger-pf", "usa-baz"
SS = -1
"""SL:8.17.5-t: the die of SS."""


def month_of(g: SlPlay) -> int:
    return int(g.scenario.date[:4]) * 100 + int(g.scenario.date[5:7])


@PART.answers(issued)
def latest_bazooka(g: SlPlay, kind: str) -> str:
    if kind != BAZOOKA:
        return kind
    types = g.anti_tank.weapons.types
    known = [name for name in types if name.startswith(BAZOOKA) and types[name].since <= month_of(g)]
    return max(known, key=lambda name: types[name].since)


class PanzerfaustVersions(Frame):
    """The panzerfausts of a group, a die for each."""

    group: int
    count: int


@PART.answers(forces_besides)
def roll_for_versions(g: SlPlay, group: int) -> Iterable[Frame]:
    count = g.scenario.groups[group].weapons.get(PANZERFAUST, 0)
    return [PanzerfaustVersions(group, count)] if count else []


def of_ss(g: SlPlay, group: int) -> bool:
    return any(g.counters[counter].nationality == "ss" for counter in g.scenario.groups[group].units)


@PART.decisions(PanzerfaustVersions)
def ask_versions(g: SlPlay, frame: PanzerfaustVersions) -> Chance:
    side = g.scenario.groups[frame.group].side
    return Chance("Which panzerfausts?", dice=frame.count, side=side, rules=("SL:8.17.5",))


@ask_versions
def take_versions(g: SlPlay, frame: PanzerfaustVersions, answer: Action | Outcome | None) -> None:
    """SL:8.17.6: what is not there yet gives way to the next older one."""
    assert isinstance(answer, Outcome)
    g.pop()
    side, drm = g.scenario.groups[frame.group].side, SS if of_ss(g, frame.group) else 0
    mine = [w for w in g.state.weapons.values() if w.group == frame.group and w.type == PANZERFAUST]
    for weapon, die in zip(mine, answer.dice, strict=True):
        g.update_weapon(weapon, type=g.anti_tank.panzerfaust(die + drm, month_of(g)))
    names = ", ".join(sorted(g.weapon_type(g.state.weapons[weapon.id]).name for weapon in mine))
    g.say("issued", f"The panzerfausts are: {names}.", "SL:8.17.5", side=side, dice=answer.dice)
