"""What the nations are like, as data with look-ups (SL:3.9 to SL:3.19). Values are in
``content/sl/nations.yaml``."""

from __future__ import annotations

import math

import msgspec

from defilade.rules.content_files import ContentError, ContentFile, parse
from defilade.rules.counter_sheets import Provenance
from defilade.tactics.counters import Counter
from defilade.tactics.units import HALF_SQUAD, HERO


class Period(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """A number that holds in some years."""

    drm: int
    rule: str
    since: str = ""
    before: str = ""

    def holds(self, date: str) -> bool:
        """
        >>> Period(2, "", before="1944-09").holds("1943-07-01"), Period(2, "", since="1945-01").holds("1944-12-31")
        (True, False)
        """
        return self.since <= date and (not self.before or date < self.before)


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is particular about the soldiers of a nation."""

    desperation: int = 4
    desperation_rule: str = "SL:3.23.6-b"
    rally_rule: str = "SL:3.23.2"
    """Why the rally number on its counters is what it is."""
    calm: bool = False
    """Its men do not rally at Desperation Morale."""
    calm_leaders: bool = False
    calm_rule: str = ""
    self_rally: bool = False
    ignores_leader_loss: bool = False
    promoted: bool = True
    promotion: int = 0
    promotion_rule: str = ""
    hero: int = 0
    hero_east: int = 0
    """On the Eastern Front."""
    berserk_rule: str = ""
    """Its men go berserk on a 2 in any check that fire causes."""
    berserk_east_only: bool = False
    execution_rule: str = ""
    """It executes prisoners."""
    surrender_immune: bool = False
    surrender_immune_from: tuple[str, ...] = ()
    command: tuple[Period, ...] = ()


class NationTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provenance: Provenance
    kinds: dict[str, Nation]


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """SL:17: what counters are worth."""

    provenance: Provenance
    half_squad_percent: int
    hero: int
    unlisted: dict[str, int]
    counters: dict[str, int]
    leaders: dict[str, dict[str, int]]

    def of(self, counter: Counter, counters: dict[str, Counter]) -> int:
        if counter.kind == HERO:
            return self.hero
        if counter.is_leader:
            return self.leaders.get(counter.nationality, self.leaders["german"])[counter.name]
        if counter.kind == HALF_SQUAD and counter.id not in self.counters:
            whole = max(self.of(one, counters) for one in counters.values() if one.half_squad == counter.id)
            return math.ceil(whole * self.half_squad_percent / 100)
        return self.counters.get(counter.id, self.unlisted[counter.cls])


class Peoples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nations: NationTable
    points: Points


def load_peoples(file: ContentFile, counters: dict[str, Counter]) -> Peoples:
    found = parse(file, Peoples)
    for counter in counters.values():
        if counter.nationality not in found.nations.kinds:
            raise ContentError(file.name, "nations.kinds", f"{counter.nationality!r} is missing")
    for name in found.points.counters:
        if name not in counters:
            raise ContentError(file.name, "points.counters", f"there is no counter {name!r}")
    return found
