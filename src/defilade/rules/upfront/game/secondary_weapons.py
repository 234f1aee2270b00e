"""Secondary weapons (UF:21.1): Demolition Charges, Panzerfausts, radios and magnetic mines; who may carry them."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from defilade.kernel import Refusal
from defilade.rules.upfront.game.library import Library

DEMOLITION_CHARGE, PANZERFAUST, RADIO, ATMM = "demolition-charge", "panzerfaust", "radio", "atmm"
SECONDARY = (DEMOLITION_CHARGE, PANZERFAUST, RADIO, ATMM)  # UF:21.1-a
ANTI_TANK = (PANZERFAUST, ATMM)
WITHOUT_ATMM = ("american",)
"""Nations that do not use magnetic mines (UF:31.1)."""

LIGHT_ARMS = ("machine-pistol", "bar", "carbine", "assault-rifle", "rifle")


def carry_refusal(box: Library, weapon: str, carried: Iterable[str], secondary: str) -> Refusal | None:
    """Why a man with this primary weapon and load may not carry a secondary weapon, if he may not."""
    if secondary not in SECONDARY:
        return Refusal(f"{secondary!r} is none of {', '.join(SECONDARY)}", "UF:21.1-a")
    if any(carried):
        return Refusal("he carries a secondary weapon already", "UF:21.1-b")
    if weapon and box.weapons[weapon].kind not in LIGHT_ARMS:
        return Refusal(f"a man with a {box.weapons[weapon].name} carries no secondary weapon", "UF:21.1-c")
    return None


def nation_refusal(nation: str, secondary: str) -> Refusal | None:
    """UF:31.1"""
    if secondary == ATMM and nation in WITHOUT_ATMM:
        return Refusal("Americans do not use magnetic mines", "UF:31.1")
    return None


def squads(box: Library, nation: str, men: int) -> int:
    """How many squads so many men make; guns and vehicles do not count (UF:21.11-c).

    >>> from defilade.rules.upfront.game.library import library
    >>> squads(library(), "german", 10), squads(library(), "german", 11), squads(library(), "russian", 15)
    (1, 2, 1)
    """
    return ceil(men / box.nations[nation].squad)


def charge_refusal(box: Library, nation: str, men: int, secondaries: Iterable[str]) -> Refusal | None:
    """UF:21.11-b: one Demolition Charge for each squad."""
    if list(secondaries).count(DEMOLITION_CHARGE) > squads(box, nation, men):
        return Refusal("a squad has one Demolition Charge at most", "UF:21.11-b")
    return None


def anti_tank_refusal(box: Library, nation: str, men: int, secondaries: Iterable[str]) -> Refusal | None:
    """UF:21.11-a: how many anti-tank secondary weapons a squad may buy; scenarios name theirs themselves."""
    most = box.nations[nation].anti_tank * squads(box, nation, men)
    if sum(one in ANTI_TANK for one in secondaries) > most:
        return Refusal(f"{most} anti-tank secondary weapons are the most for {men} men", "UF:21.11-a")
    return None
