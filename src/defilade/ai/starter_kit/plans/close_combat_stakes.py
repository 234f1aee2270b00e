"""What close combat decides where nobody moves any more: who is left in the hex, by the odds of all attacks at once.

As long as the game goes on, one attack at good odds after the other wears the enemy down.  In the last Close Combat
Phase it counts who is there when it is over, and so attacks are judged together: the chance that all of theirs die,
that all of ours do, and what the card makes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from defilade.ai.starter_kit.reading.evaluation import STAKE
from defilade.ai.starter_kit.reading.objectives import Prospects, Site, turns_after
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.kernel import dice_sums
from defilade.rules.sk.close_combat_attack import place_on_table
from defilade.rules.sk.state import SkPlay
from defilade.tactics.close_combat import CloseCombatAttack
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import SQUAD, Unit


def chance_to_clear(g: SkPlay, attacks: Iterable[CloseCombatAttack], who: Iterable[str]) -> float:
    """The chance that attacks leave none of these. Leaders are at worst wounded by a casualty reduction, squads are
    reduced, all others die of it."""
    left = set(who)
    chance = 1.0
    for attack in attacks:
        meant = left.intersection(attack.targets)
        if meant:
            chance *= _all_die(g, attack, meant)
            left -= meant
    return 0.0 if left else chance


def _all_die(g: SkPlay, attack: CloseCombatAttack, meant: set[str]) -> float:
    _, kill = place_on_table(g, attack)
    drms = {uid: attack.drm_against(place) for place, uid in enumerate(attack.targets)}
    total = 0.0
    for thrown, ways in dice_sums(2):
        finals = {uid: thrown + drm for uid, drm in drms.items()}
        left = [uid for uid in meant if finals[uid] >= kill]
        picked = [uid for uid in drms if finals[uid] == kill]
        if not left:
            total += ways
        elif len(left) == 1 and left[0] in picked and _dies_reduced(g.unit(left[0])):
            total += ways / len(picked)
    return total / 36


def _dies_reduced(unit: Unit) -> bool:
    return unit.is_mmc and unit.kind != SQUAD


class Stakes(NamedTuple):
    """What hangs on a hex when the game ends with this phase."""

    ours: frozenset[str]
    theirs: frozenset[str]
    """Those whose presence counts."""
    worth: dict[tuple[bool, bool], float]
    """What it is worth to the side, in squads, by whether any of ours and any of theirs are left."""

    def value(self, lost: float, cleared: float, first: str) -> float:
        """On average, by the chance that all of ours die and that all of theirs do. Who strikes first (`ours` or
        `theirs`) is not struck by the dead; else all strike at once."""
        mine, others = 1 - lost, 1 - cleared
        both = 0.0 if first else lost * cleared
        if first == "ours":
            mine, lost = cleared + others * mine, others * lost
        elif first == "theirs":
            others, cleared = lost + mine * others, mine * cleared
        shares = {
            (False, False): both,
            (True, False): cleared - both,
            (False, True): lost - both,
        }
        shares[True, True] = 1 - sum(shares.values())
        return sum(share * self.worth[ends] for ends, share in shares.items())


def stakes_of(picture: Picture, hex: Hex) -> Stakes | None:
    """What hangs on a hex; nothing while there is still time, or where nothing is decided."""
    g = picture.g
    prospects = picture.prospects
    if prospects is None or prospects.terms.leaving or prospects.terms.afv:
        return None
    if any(turns_after(g, side) > 0 for side in g.state.sides):
        return None
    place = next((place for place, site in enumerate(prospects.terms.sites) if hex in site.hexes), None)
    if place is None:
        return None
    weight = STAKE * _weight(prospects, place)
    taker = prospects.terms.taker == picture.side
    worth = {}
    for ours_left in (False, True):
        for theirs_left in (False, True):
            has, has_not = (ours_left, theirs_left) if taker else (theirs_left, ours_left)
            taken = _taken(prospects, prospects.terms.sites[place], hex, has, has_not)
            worth[ours_left, theirs_left] = weight if taken == taker else 0.0
    if len(set(worth.values())) == 1:
        return None
    return Stakes(_counting(prospects, hex, picture.side), _counting(prospects, hex, picture.enemy), worth)


def _weight(prospects: Prospects, place: int) -> float:
    """How much of the game hangs on a site."""
    if prospects.by_number:
        return prospects.slope(prospects.chances())
    chances = prospects.chances()
    with_it, without = list(chances), list(chances)
    with_it[place], without[place] = 1.0, 0.0
    return prospects.combined(with_it) - prospects.combined(without)


def _counting(prospects: Prospects, hex: Hex, side: Side) -> frozenset[str]:
    """Whose presence in the hex counts at the end: of a holder who needs only to be there, those in Good Order."""
    terms, g = prospects.terms, prospects.g
    units: Sequence[Unit] = g.side_in(hex, side)
    if terms.presence and side == terms.holder:
        units = [u for u in units if not u.broken and (u.is_mmc or terms.leaders_count)]
    return frozenset([unit.id for unit in units])


def _taken(prospects: Prospects, site: Site, hex: Hex, taker_left: bool, holder_left: bool) -> bool:
    """Whether the taker has the site when these are left in the hex. Nobody is in Good Order who is held in melee."""
    terms, g = prospects.terms, prospects.g
    elsewhere = {
        side: any(
            unit.good_order and (unit.is_mmc or terms.leaders_count)
            for other in site.hexes
            if other != hex
            for unit in g.side_in(other, side)
        )
        for side in (terms.taker, terms.holder)
    }
    if terms.presence:
        return not elsewhere[terms.holder] and (taker_left or not holder_left)
    if prospects.by_number:
        held = g.state.hex_control.get(hex) == terms.taker
    else:
        held = g.state.building_control.get(site.name) == terms.taker
        if elsewhere[terms.holder if taker_left else terms.taker]:
            return held
    return taker_left if taker_left != holder_left else held
