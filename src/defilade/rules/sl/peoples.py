"""What the nations are like, as data with look-ups (SL:3.9 to SL:3.19, SL:3.22). Values are in
``content/sl/nations.yaml``."""

from __future__ import annotations

import math

import msgspec

from defilade.rules.content_files import ContentError, ContentFile, parse
from defilade.rules.counter_sheets import Provenance
from defilade.tactics.counters import Counter
from defilade.tactics.units import HALF_SQUAD, HERO, LEADER


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
        if counter.kind == LEADER:
            return self.leaders.get(counter.nationality, self.leaders["german"])[counter.name]
        if counter.kind == HALF_SQUAD and counter.id not in self.counters:
            whole = max(self.of(one, counters) for one in counters.values() if one.half_squad == counter.id)
            return math.ceil(whole * self.half_squad_percent / 100)
        return self.counters.get(counter.id, self.unlisted[counter.cls])


class CrewRating(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of the chart; the first that fits counts."""

    nationality: str
    morale: int
    rule: str
    before: str = ""
    gun: bool = False
    """Only self-propelled guns."""
    good_tank: bool = False
    """Only the T34 and the KV."""
    elite: int = 0
    """More for Guards and elite crews."""


class VehicleCrews(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provenance: Provenance
    ratings: tuple[CrewRating, ...]
    green: dict[str, int]
    outside: dict[str, str]

    def morale(
        self,
        nationality: str,
        date: str,
        *,
        gun: bool = False,
        good_tank: bool = False,
        elite: bool = False,
        green: bool = False,
    ) -> tuple[int, str]:
        """The morale of an inherent crew, and the rule that gives it (SL:3.22.1, SL:3.22.1-g, SL:3.22.2-a)."""
        if green and nationality in self.green:
            return self.green[nationality], "SL:3.22.2-a"
        for line in self.ratings:
            if line.nationality != nationality or (line.before and date >= line.before):
                continue
            if (line.gun and not gun) or (line.good_tank and not good_tank):
                continue
            return line.morale + (line.elite if elite else 0), line.rule
        return self.morale("minor", date)


class Peoples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nations: NationTable
    points: Points
    vehicle_crews: VehicleCrews


def load_peoples(file: ContentFile, counters: dict[str, Counter]) -> Peoples:
    found = parse(file, Peoples)
    for counter in counters.values():
        if counter.nationality not in found.nations.kinds:
            raise ContentError(file.name, "nations.kinds", f"{counter.nationality!r} is missing")
    for where in (found.points.counters, found.vehicle_crews.outside.values()):
        for name in where:
            if name not in counters:
                raise ContentError(file.name, "", f"there is no counter {name!r}")
    return found
