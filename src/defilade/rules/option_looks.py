"""How options of a game on a map look at the table, and what their results are called: what board systems share.

A section whose actions are its own enters how they look in `OPTION_LOOKS`, and how they are said in `SPOKEN`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from defilade.kernel import Action, Choice
from defilade.kernel.composition import Entries, Rules
from defilade.rules.courses import Likely, Tone
from defilade.rules.scene_parts import OptionLook


class VerbLook(NamedTuple):
    """How options of a verb are shown."""

    verb: str
    look: OptionLook


class Spoken(NamedTuple):
    """An option in words, by its verb."""

    verb: str
    words: Callable[[Any, Action], str]


OPTION_LOOKS = Entries[VerbLook]("looks of verbs", key=lambda entry: entry.verb)
SPOKEN = Entries[Spoken]("words of verbs", key=lambda entry: entry.verb)

LOOKS: dict[str, OptionLook] = {
    "pick": OptionLook("Set up"),
    "place": OptionLook("Put it here", hex="go"),
    "equip": OptionLook("Give it to"),
    "hold": OptionLook("Hold back"),
    "none": OptionLook("None", idle=7),
    "done": OptionLook("Done", key="d", idle=3, ends=True),
    "pass": OptionLook("Hold fire", key="p", idle=1),
    "fire": OptionLook("Fire", "primary", "f", figures=True),
    "target": OptionLook("Fire at", hex="target"),
    "add": OptionLook("Add to the attack", all="All who can"),
    "declare": OptionLook("Declare", "primary", "f", figures=True),
    "direct": OptionLook("Directed by"),
    "no-leader": OptionLook("Undirected", figures=True, idle=6),
    "cancel": OptionLook("Cancel", "quiet", "c", idle=9),
    "together": OptionLook("As one", "primary"),
    "separately": OptionLook("One by one"),
    "set-off": OptionLook("Set off", hex="target"),
    "move": OptionLook("Move"),
    "join": OptionLook("Take along"),
    "leave": OptionLook("Split off"),
    "enter": OptionLook("Go to", hex="go"),
    "assault": OptionLook("Assault movement", key="a"),
    "double-time": OptionLook("Double time", rare=True),
    "smoke": OptionLook("Throw smoke", hex="special", rare=True),
    "drop": OptionLook("Drop a weapon", "quiet", rare=True),
    "stop": OptionLook("Stop", key="s", idle=4),
    "exit": OptionLook("Leave the map", "primary"),
    "recover": OptionLook("Recover a weapon", all="All, one by one"),
    "repair": OptionLook("Repair", all="All, one by one"),
    "transfer": OptionLook("Hand a weapon over", rare=True),
    "destroy": OptionLook("Destroy a weapon", "danger", rare=True),
    "rally": OptionLook("Rally", all="All, one by one"),
    "rout": OptionLook("Rout"),
    "end-rout": OptionLook("End the rout", key="e", idle=5),
    "advance": OptionLook("Advance", hex="go"),
    "fight": OptionLook("Fight in", hex="target"),
    "alone": OptionLook("Fight alone"),
    "attack": OptionLook("Attack"),
    "lead": OptionLook("Directed by"),
    "with": OptionLook("Attack with"),
}
"""Verbs that the board systems have in common."""

MOVERS = ("move", "drive")
"""Options that say that somebody could still move."""


@cache
def looks(rules: Rules) -> Mapping[str, OptionLook]:
    return LOOKS | {verb: entry.look for verb, entry in OPTION_LOOKS.of(rules).items()}


def warnings(choice: Choice) -> dict[str, str]:
    """Ending a phase while units could still move is asked for twice."""
    done = Action("done")
    waiting = sum(1 for option in choice.options if option.verb in MOVERS)
    if not waiting or done not in choice.options:
        return {}
    who = "One unit has" if waiting == 1 else f"{waiting} units have"
    return {str(done): f"{who} not moved. Say so again to end the phase."}


# -- chances in words --------------------------------------------------------------------------------------------

RESULTS: dict[str, tuple[str, Tone]] = {
    "destroyed": ("destroyed", 1),
    "eliminated": ("eliminated", 1),
    "KIA": ("somebody is eliminated", 1),
    "K": ("casualties", 1),
    "casualty reduction": ("casualty reduction", 1),
    "reduced": ("casualty reduction", 1),
    "critical hit": ("critical hit", 1),
    "shocked": ("shocked", 2),
    "immobilized": ("immobilized", 2),
    "hit": ("hit", 2),
    "stunned": ("stunned", 3),
    "possible shock": ("shocked if its crew fails a check", 3),
    "PTC": ("pin check", 3),
    "malfunction": ("malfunctions", 3),
    "hit, no effect": ("hit without effect", 4),
    "miss": ("miss", 4),
    "no ammunition": ("it has no such ammunition: nothing is fired", 4),
}
"""Results as tables call them, the worst first: in words, and how bad they are for whom they concern."""
ORDER = {name: place for place, name in enumerate(RESULTS)}


def likely(odds: Mapping[str, float]) -> tuple[Likely, ...]:
    """Results with their chances, the worst first."""
    found = [
        Likely(_shown(name), words_of(name), chance, tone_of(name))
        for name, chance in odds.items()
        if chance > 0
    ]
    return tuple(
        sorted(found, key=lambda one: (one.tone, -_number(one.name), ORDER.get(one.name, len(ORDER))))
    )


def _shown(name: str) -> str:
    return "none" if name in ("-", "") else name


def tone_of(name: str) -> Tone:
    if name in RESULTS:
        return RESULTS[name][1]
    if name.startswith("K") or "eliminated" in name or "reduced" in name:
        return 1
    return 2 if name.endswith("MC") or "broken" in name or name.startswith("break") else 4


def _number(name: str) -> int:
    return int(name[0]) if name[:1].isdigit() and name.endswith("MC") else 0


def words_of(name: str) -> str:
    if name in RESULTS:
        return RESULTS[name][0]
    if name.endswith("MC"):
        number = _number(name)
        return f"morale check at +{number}" if number else "morale check"
    return "no effect" if name in ("-", "", "none") else name
