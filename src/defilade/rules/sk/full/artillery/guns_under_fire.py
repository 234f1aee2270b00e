"""OBA on Guns (DAE:QRDC-gundest): it is ordnance, and may strike the Gun itself and not only those who man it."""

from __future__ import annotations

from collections.abc import Sequence

from defilade.kernel import Line
from defilade.rules.sk import ift, morale
from defilade.rules.sk.attack import Attack
from defilade.rules.sk.full.ordnance.guns_as_targets import lose, malfunctions
from defilade.rules.sk.full.ordnance.shots import gun_of, is_gun
from defilade.rules.sk.full.ordnance.to_hit import cover_of_gun
from defilade.rules.sk.morale import CasualtyReduction
from defilade.rules.sk.state import SkPlay
from defilade.tactics.units import Unit, Weapon

RULE = "DAE:QRDC-gundest"


def strike_crew(
    g: SkPlay, frame: Attack, unit: Unit, fp: float, lines: Sequence[Line], *, critical: bool
) -> bool:
    """A Direct Hit on a manned Gun: a KIA or Critical Hit destroys it and its men, a K damages both. No, if it is a
    Near Miss: then the men are attacked like others, with their gunshield. `lines` are those without it."""
    gun = gun_of(g, unit.id)
    if gun is None:
        return False
    found = ift.result(g, ift.column(g, fp), sum(frame.dice) + int(sum(line.value for line in lines)))
    if critical or found.kind == "KIA":
        _say(g, frame, gun, "a Direct Hit destroys it and its men")
        lose(g, gun, RULE)
        morale.eliminate(g, unit, "is eliminated with its Gun", RULE)
        return True
    if found.kind == "K":
        _say(g, frame, gun, "a Direct Hit damages it")
        malfunctions(g, gun)
        g.push(CasualtyReduction(unit.id))
        return True
    return False


def strike_unmanned(g: SkPlay, frame: Attack, fp: float, *, critical: bool) -> None:
    """Guns in the hex that nobody mans."""
    for gun in list(g.state.weapons.values()):
        if gun.hex != frame.target or gun.owner or not is_gun(g, gun):
            continue
        drm = int(sum(line.value for line in cover_of_gun(g, gun)))
        found = ift.result(g, ift.column(g, fp), sum(frame.dice) + drm)
        if critical or found.kind == "KIA":
            lose(g, gun, RULE)
        elif found.kind == "K":
            malfunctions(g, gun)


def _say(g: SkPlay, frame: Attack, gun: Weapon, words: str) -> None:
    g.say(
        "oba_on_gun",
        f"OBA on the {g.weapon_name(gun)}: {words}.",
        RULE,
        side=frame.side,
        who=(gun.id,),
        at=frame.target,
        dice=frame.dice,
    )
