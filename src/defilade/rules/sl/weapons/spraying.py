"""Spraying fire (SL:8.9.3): a heavy or medium machine gun sweeps three hexes that meet in a point, with half its FP.

The first of them is the one for which the attack is declared: there the squad's own firepower can join in.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Choice, Frame, Line, Outcome, Refusal
from defilade.kernel.composition import Part
from defilade.rules.option_looks import OPTION_LOOKS, SPOKEN, Spoken, VerbLook
from defilade.rules.scene_parts import OptionLook
from defilade.rules.sl import terrain
from defilade.rules.sl.fire import Attack, Leg, before_attack, in_the_hex
from defilade.rules.sl.fire_phases import acted_otherwise, other_acts
from defilade.rules.sl.firers import joining_bar
from defilade.rules.sl.state import SlPlay
from defilade.rules.sl.weapons.machine_guns import machine_guns, mg_refusal
from defilade.rules.sl.weapons.ways_of_fire import SPRAYING, fires, sweeping, swept
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.fire_groups import Shot
from defilade.tactics.names import Hex, Side
from defilade.tactics.units import Unit, Weapon

PART = Part()

SPRAYERS = frozenset({"MMG", "HMG"})
SEEN_AT_LEAST = 2
"""Hexes of a cluster that are seen where the point in its middle is (ruling on SL:8.9.3.2)."""
ALONE = Refusal("a machine gun that sprays is in no fire group", "SL:8.9.3.1")
NEVER_MIND = Action("cancel")

Cluster = tuple[str, str, str]


class SprayAim(Frame):
    """A machine gun is about to spray: which hexes?"""

    phase: str
    side: Side
    unit: str
    weapon: str


def flat_enough(g: SlPlay, cluster: Cluster) -> bool:
    """SL:8.9.3.4: no two of them differ by more than a level."""
    levels = [g.map.level(place) for place in cluster]
    return max(levels) - min(levels) <= 1


def clusters_at(g: SlPlay, hex: Hex) -> list[Cluster]:
    """The threes of hexes that meet in a corner of a hex. SL:8.9.3.4: at ground level, but the storey above a building
    hex may stand in for a hex of the three that is none."""
    around = g.map.neighbours[hex]
    found: list[Cluster] = []
    for number, one in enumerate(around):
        other = around[(number + 1) % 6]
        if one is None or other is None:
            continue
        found.append((hex, one, other))
        above = g.map.above.get(hex)
        if above is not None:
            found += [
                (hex, above, stays)
                for stays, goes in ((one, other), (other, one))
                if goes not in g.map.building_of
            ]
    return [cluster for cluster in found if flat_enough(g, cluster)]


def sprays(g: SlPlay, unit: Unit, weapon: Weapon) -> list[Cluster]:
    """SL:8.9.3.1: within normal range; SL:8.9.3.2: the point between them must be seen. The first of each has
    enemies."""
    kind, enemy = g.weapon_type(weapon), g.enemy_of(unit.side)
    if kind.kind not in SPRAYERS:
        return []
    found = []
    for place in g.state.stacks:
        hex = g.map.ground_hex(place)
        if not g.has_side(place, enemy) or mg_refusal(g, unit, weapon, place) is not None:
            continue
        if joining_bar(g, (), unit, weapon.id, place) is not None:
            continue
        for cluster in clusters_at(g, hex):
            first = (place, *(other for other in cluster if other != place))
            within = all(g.map.distance(unit.hex, one) <= kind.range for one in cluster)
            seen = sum(terrain.sees(g, unit.hex, one) for one in cluster)
            if place in cluster and unit.hex not in cluster and within and seen >= SEEN_AT_LEAST:
                found.append((first[0], first[1], first[2]))
    return list(dict.fromkeys(found))


@PART.answers(other_acts)
def guns_that_spray(g: SlPlay, side: Side) -> list[Action]:
    return [
        Action("spray", (unit.id, weapon.id))
        for unit in g.on_map(side)
        for weapon in machine_guns(g, unit)
        if sprays(g, unit, weapon)
    ]


@PART.answers(acted_otherwise)
def begin(g: SlPlay, side: Side, action: Action) -> None:
    if action.verb == "spray":
        g.push(SprayAim(g.state.phase, side, *action.who))


@PART.decisions(SprayAim)
def ask_cluster(g: SlPlay, frame: SprayAim) -> Choice:
    unit, weapon = g.unit(frame.unit), g.state.weapons[frame.weapon]
    options = [
        Action("cluster", (), first, f"{two}+{three}") for first, two, three in sprays(g, unit, weapon)
    ]
    asks = f"Which three hexes does the {g.weapon_name(weapon)} spray?"
    return Choice(frame.side, asks, (*options, NEVER_MIND), ("SL:8.9.3.1",), (unit.id, weapon.id))


@ask_cluster
def take_cluster(g: SlPlay, frame: SprayAim, answer: Action | Outcome | None) -> None:
    """SL:8.9.3.5: the squad's own FP can be added for the first hex."""
    g.pop()
    if not isinstance(answer, Action) or answer == NEVER_MIND:
        return
    shot = sweeping(Shot(frame.unit, frame.weapon), (answer.at, *answer.how.split("+")))
    g.push(DeclareFire(frame.phase, frame.side, answer.at, in_the_hex(g, answer.at), (shot,)))


@PART.answers(joining_bar)
def sprays_alone(g: SlPlay, shots: tuple[Shot, ...], unit: Unit, weapon: str, target: str) -> Refusal | None:
    """SL:8.9.3.1, SL:8.9.3.5: nobody joins but who mans it, without another weapon."""
    spraying = [shot for shot in shots if fires(shot, SPRAYING)]
    return ALONE if spraying and (weapon or unit.id != spraying[0].unit) else None


@PART.modifies(shot_factors, "SL:8.9.3.1", step=4)
def half_a_burst(g: SlPlay, firing: Firing) -> list[Line]:
    """SL:8.9.3.1: Area Fire, besides all that makes it so anyway."""
    return [Line("spraying", 0.5, "SL:8.9.3.1", "x")] if fires(firing.shot, SPRAYING) else []


@PART.answers(before_attack)
def sweeps(g: SlPlay, attack: Attack) -> Iterable[Frame]:
    """SL:8.9.3.1: the same dice in all three, in each with its own terrain; SL:8.9.3.2: where its centre is seen."""
    for shot in attack.shots:
        places = [place for place in swept(shot) if place != attack.target]
        seen = [place for place in places if terrain.sees(g, g.unit(shot.unit).hex, place)]
        attack.beyond = (*attack.beyond, *(Leg(place, (shot,)) for place in seen))
    return ()


def words_of_cluster(g: SlPlay, action: Action) -> str:
    places = (action.at, *action.how.split("+"))
    return f"Spray {', '.join(g.place_name(place) for place in places)}"


PART.adds(
    SPOKEN,
    Spoken("spray", lambda g, action: f"{g.names(action.who)}: spray three hexes"),
    Spoken("cluster", words_of_cluster),
)
PART.adds(
    OPTION_LOOKS,
    VerbLook("spray", OptionLook("Spray three hexes", rare=True)),
    VerbLook("cluster", OptionLook("Spray", hex="target")),
)
