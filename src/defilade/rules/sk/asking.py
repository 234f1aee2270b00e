"""How questions of the Starter Kit are put to a player at the table: options, and grips to turn pieces by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from defilade.kernel import Action, Choice
from defilade.kernel.composition import Rules, all_of
from defilade.rules import option_looks
from defilade.rules.option_looks import warnings
from defilade.rules.presentation import Asking, Handle, OptionLook
from defilade.rules.sk.first_fire import PASS, FirstFire
from defilade.rules.sk.state import SkPlay

LOOKS: dict[str, OptionLook] = {
    "fortify": OptionLook("Fortify", hex="special"),
    "self-rally": OptionLook("Self-rally", all="All, one by one"),
    "keep-dm": OptionLook("Stay under DM", rare=True),
    "rout-to": OptionLook("Rout to", hex="go"),
    "low-crawl": OptionLook("Low crawl", hex="special"),
    "stack": OptionLook("Fight together"),
}
"""The verbs that only the kit has; what later boxes bring is entered in `OPTION_LOOKS`."""


@cache
def looks(rules: Rules) -> Mapping[str, OptionLook]:
    return {**LOOKS, **option_looks.looks(rules)}


@all_of
def handles(g: SkPlay, choice: Choice) -> Iterable[Handle]:
    """Which of these options are directions to turn a piece to?"""
    return ()


@all_of
def hexes_concerned(g: SkPlay, action: Action) -> Iterable[str]:
    """Which hexes would this option concern beside the one that it names?"""
    return ()


def asking(g: SkPlay, choice: Choice) -> Asking:
    top = g.state.stack[-1] if g.state.stack else None
    interrupts = isinstance(top, FirstFire) and PASS in choice.options
    return Asking(tuple(handles(g, choice)), str(PASS) if interrupts else "", warnings(choice))
