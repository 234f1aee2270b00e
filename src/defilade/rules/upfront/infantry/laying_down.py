"""Weapons that a living man lays down: they lie with a group until somebody takes them up (UF:18.1-a, UF:20.23-c)."""

from __future__ import annotations

from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group, Loose, Man
from defilade.rules.upfront.infantry.crews import assistant_of, is_gunner, release


def leave_weapon(g: UfPlay, man: Man, group: Group, *rules: str) -> Man:
    """He leaves the weapon in his hands with a group. An assistant keeps his claim on it (UF:18.22); whoever had a
    captured weapon has his own again (UF:20.74-b)."""
    assistant = assistant_of(g, man)
    stays = is_gunner(g, man) and group.id == man.group
    claim = assistant.id if assistant is not None and stays else ""
    if assistant is not None and not claim:
        release(g, assistant)
    loose = Loose(man.weapon, claim, man.broken, is_foreign(g, man.weapon, group.side))
    g.update_group(group, loose=(*g.group(group.id).loose, loose))
    _say(g, man, g.library.weapons[man.weapon].name, *rules)
    return his_own_again(g, man)


def his_own_again(g: UfPlay, man: Man) -> Man:
    """Without the weapon in his hands he has the one that he kept beside it, as it was (UF:20.74-b), or none."""
    fresh: Man = g.update(
        man, weapon=man.kept, broken=man.kept_broken, captured=False, kept="", kept_broken=False
    )
    return fresh


def own_weapon(g: UfPlay, man: Man) -> tuple[str, bool]:
    """The weapon printed on his card, if he still has it, and whether it has malfunctioned (UF:20.74-b)."""
    if man.kept:
        return man.kept, man.kept_broken
    printed = man.weapon == g.library.men[man.card].weapon and not man.captured
    return (man.weapon, man.broken) if printed else ("", False)


def is_foreign(g: UfPlay, weapon: str, side: str) -> bool:
    """A weapon that is a captured one in the hands of a side (UF:20.74-a)."""
    return not weapon.startswith(g.side(side).nation)


def leave_secondary(g: UfPlay, man: Man, group: Group, *rules: str) -> Man:
    """He leaves his secondary weapon, or his own weapon that he carries beside a captured one, with a group."""
    name = man.secondary or man.kept
    loose = Loose(name, broken=man.secondary_broken if man.secondary else man.kept_broken)
    g.update_group(group, loose=(*g.group(group.id).loose, loose))
    _say(g, man, weapon_name(g, name), *rules)
    if man.secondary:
        fresh: Man = g.update(man, secondary="", secondary_broken=False)
    else:
        fresh = g.update(man, kept="", kept_broken=False)
    return fresh


def weapon_name(g: UfPlay, name: str) -> str:
    """A primary or secondary weapon as players call it."""
    weapon = g.library.weapons.get(name)
    return weapon.name if weapon is not None else name.replace("-", " ")


def _say(g: UfPlay, man: Man, weapon: str, *rules: str) -> None:
    text = f"{g.name(man)} leaves his {weapon} behind."
    g.say("left_weapon", text, *rules, side=man.side, who=(man.id,), at=man.group)
