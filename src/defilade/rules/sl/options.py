"""Options of a game: rules that the text calls optional, conventions of the compiler, and earlier editions.

A section declares an option beside the rule that it switches, and enters it in `OPTIONS`; the rule asks `option.on(g)`
or `option.value(g)`.  All are off unless they are chosen, by the players or by the scenario card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from defilade.kernel import Refusal
from defilade.kernel.composition import Entries, Part, Rules
from defilade.tactics.play import AnyBoard

PART = Part()

OFF, ON = "off", "on"


class OptionChoice(NamedTuple):
    """One value of an option, as a player picks it."""

    id: str
    name: str


SWITCH = (OptionChoice(OFF, "Not played"), OptionChoice(ON, "Played"))


class Option(NamedTuple):
    """An option of a game. The first of its values is what is played where nobody says anything."""

    id: str
    name: str
    about: str
    """What it changes, in a sentence or two for the scenario card."""
    rules: tuple[str, ...]
    kind: Literal["optional", "convention", "edition", "table"] = "optional"
    """A rule that the text calls optional, a convention of the compiler (SQLA), an earlier form of the rules, or how
    the table is kept."""
    values: tuple[OptionChoice, ...] = SWITCH
    excludes: tuple[str, ...] = ()
    """Options that must be left at their first value where this one is not."""
    by_card: bool = False
    """Only scenario cards call for it; it is not offered to the players."""

    def value(self, g: AnyBoard) -> str:
        """What is played in this game."""
        found: str = g.state.options.get(self.id) or g.scenario.options.get(self.id) or self.values[0].id
        return found

    def on(self, g: AnyBoard) -> bool:
        """Whether it is played, where that is all there is to ask."""
        return self.value(g) != self.values[0].id


OPTIONS = Entries[Option]("options of a game", key=lambda option: option.id)

LOS = Option(
    "los",
    "Line of sight",
    "Strict: nobody looks for a line of sight before the shot has been declared; who has none has fired for nothing.",
    ("SL:2.1.2-a",),
    "table",
    (
        OptionChoice("assisted", "Assisted: only targets that can be seen are offered"),
        OptionChoice("strict", "Strict: checked after the shot is declared"),
    ),
)
EDITION = Option(
    "edition",
    "Edition",
    "Rules that a later box replaced are played as this box has them, where the text still gives both.",
    (),
    "edition",
    (
        OptionChoice("gi", "GI: the latest rules"),
        OptionChoice("cod", "As of Crescendo of Doom"),
        OptionChoice("coi", "As of Cross of Iron"),
        OptionChoice("sl", "As of the first box"),
    ),
)
EDITIONS = ("sl", "coi", "cod", "gi")
"""The boxes in the order in which they came out."""

PART.adds(OPTIONS, LOS, EDITION)


def before(g: AnyBoard, box: str) -> bool:
    """Whether this game is played by rules older than those of a box: `before(g, "gi")`."""
    return EDITIONS.index(EDITION.value(g)) < EDITIONS.index(box)


def options_refusal(
    rules: Rules,
    chosen: Mapping[str, str],
    given: Mapping[str, str] | None = None,
    offered: tuple[str, ...] = (),
) -> Refusal | None:
    """Why a game may not be played with these options, on top of those that its card gives; some of those that are for
    cards it may leave to the players."""
    known = OPTIONS.of(rules)
    for name, value in chosen.items():
        if name not in known:
            return Refusal(f"option {name}: unknown; there are {', '.join(known)}", "")
        values = [one.id for one in known[name].values]
        if value not in values:
            return Refusal(f"option {name}: {value!r} is none of {', '.join(values)}", "")
        mine = known[name].by_card and name not in offered
        if given is not None and mine and given.get(name, values[0]) != value:
            return Refusal(f"option {name}: the scenario card says whether it is played", "")
    played = {**(given or {}), **chosen}
    for name, value in played.items():
        option = known.get(name)
        if option is None or value == option.values[0].id:
            continue
        for other in option.excludes:
            if other in known and played.get(other, known[other].values[0].id) != known[other].values[0].id:
                return Refusal(f"option {name}: not together with {other}", next(iter(option.rules), ""))
    return None
