"""Hidden Initial Placement of Guns (SKF:6.4): what brings them out, and that nothing else gives them away."""

from __future__ import annotations

import random

import msgspec
import pytest

from defilade.kernel import SPECTATOR, Chance, Choice, Committed, Session
from defilade.rules.sk import terrain
from defilade.rules.sk.full.ordnance.hidden_placement import in_hex, is_spotted
from defilade.rules.sk.state import HiddenGun
from defilade.systems import find_system
from defilade.tactics.arcs import in_arc
from defilade.tactics.units import Weapon
from sk.places import board, line
from skf.situation import Situation, full_kit


def hidden(
    gun_hex: str,
    enemy: str,
    phase: str = "MPh",
    attacker: str = "russian",
    facing: int = 0,
    friend: str = "",
    **states: object,
) -> Situation:
    """A German gun hidden in a hex, and a Russian squad `r`."""
    s = Situation(
        "y",
        phase,
        attacker,
        [
            {"id": "c", "type": "ger-228-crew"},
            {"id": "r", "type": "rus-447", "hex": enemy, **states},
            {"id": "r2", "type": "rus-447", "hex": enemy},
            *([{"id": "g", "type": "ger-467", "hex": friend}] if friend else []),
        ],
        sides=("german", "russian"),
    )
    s.state.weapons["gun"] = Weapon("gun", "german", "ger-75l-at", "c")
    s.state.hidden["german"] = (HiddenGun("c", "gun", gun_hex, facing),)
    s.position._pending = s.position.system.pending(s.state)
    return s


def ambushes(kind: str = "woods") -> list[tuple[str, str]]:
    """Hexes to hide in, each with a hex beside it."""
    area = board()
    return [
        (a, b)
        for a in area.names
        if area.terrain[a] == kind and not area.roads.get(a)
        for b in area.adjacent[a]
        if area.terrain[b] == "open" and not area.roads.get(b)
    ]


def ambush() -> tuple[str, str]:
    return ambushes()[0]


@pytest.mark.rule("SKF:6.4-d", "SKF:6.4-e")
def test_who_walks_into_it_is_put_back_and_shot_at_there() -> None:
    gun, beside = ambush()
    s = hidden(gun, beside)
    s.do("move r", f"enter - {gun}")
    assert s.unit("r").hex == beside
    assert s.unit("c").hex == gun
    assert s.weapon("gun").hex == gun and s.weapon("gun").emplaced
    assert "german" not in s.state.hidden
    assert s.side() == "german"  # SKF:6.4-e: it may fire at the unit in the hex it came from
    assert s.pending.at == beside
    s.do("pass")
    assert not s.options("enter")


@pytest.mark.rule("SKF:6.4-f")
def test_a_routing_unit_is_sent_back() -> None:
    """It must go on another way, and may no longer Low Crawl."""
    for gun, beside in ambushes():
        s = hidden(gun, beside, phase="RtPh", broken=True, dm=True)
        s.do("rout r")
        if f"rout-to - {gun}" not in s.options():
            continue
        s.do(f"rout-to - {gun}")
        assert s.unit("c").hex == gun
        if s.options("rout-to"):
            assert s.unit("r").hex == beside
            assert f"rout-to - {gun}" not in s.options()
            assert not s.options("low-crawl")
            return
    raise AssertionError("nobody had another way to rout")


@pytest.mark.rule("SKF:6.4-h")
def test_who_advances_upon_it_stays_for_close_combat() -> None:
    gun, beside = ambush()
    s = hidden(gun, beside, phase="APh")
    s.do(f"advance r {gun}")
    assert s.unit("r").hex == gun
    assert s.unit("c").hex == gun


@pytest.mark.rule("SKF:6.4-c")
def test_firing_brings_it_out() -> None:
    gun, target = line(3, firer="woods")
    facing = next(f for f in range(6) if covers(gun, f, target))
    friend = next(hex for hex in board().adjacent[target] if hex != gun)
    s = hidden(gun, target, phase="DFPh", facing=facing, friend=friend)
    assert "gun c+gun" in s.options("gun")
    assert s.unit("c").hex == ""
    s.do("gun c+gun")
    assert s.unit("c").hex == gun
    s.do(f"at - {target}", f"shoot - {target} itt-HE").roll(6, 5)
    assert s.event("to_hit")


def covers(a: str, facing: int, b: str) -> bool:
    return in_arc(board(), a, facing, b)


@pytest.mark.rule("SKF:6.4-b")
def test_in_open_ground_it_is_seen_within_16_hexes() -> None:
    a, b = line(5)
    s = hidden(a, b)
    assert is_spotted(s.g, "german", HiddenGun("c", "gun", a, 0))
    woods, seen_from = line(5, firer="woods")
    assert not is_spotted(hidden(woods, seen_from).g, "german", HiddenGun("c", "gun", woods, 0))
    far, away = line(17)
    assert not is_spotted(hidden(far, away).g, "german", HiddenGun("c", "gun", far, 0))
    broken = Situation(
        "y",
        "MPh",
        "russian",
        [{"id": "c", "type": "ger-228-crew"}, {"id": "r", "type": "rus-447", "hex": b, "broken": True}],
        sides=("german", "russian"),
    )
    assert not is_spotted(broken.g, "german", HiddenGun("c", "gun", a, 0))
    assert terrain.kind_of(s.g, a).open_ground


@pytest.mark.rule("SKF:6.4-b")
def test_a_mover_who_comes_into_sight_brings_it_out() -> None:
    a, b = line(5)
    s = hidden(a, b)
    assert in_hex(s.g, a, "russian") is not None
    step = next(
        hex
        for hex in board().adjacent[b]
        if board().terrain[hex] == "open" and board().hindrance(a, hex) >= 0 and hex != a
    )
    s.do("move r", f"enter - {step}")
    assert s.unit("c").hex == a


@pytest.mark.rule("SKF:6.4-i")
def test_area_fire_finds_it() -> None:
    """+2 for being hidden; a hit comes out and is resolved."""
    gun, target = line(4, target="woods")
    s = Situation(
        "y",
        "PFPh",
        "russian",
        [
            {"id": "m", "type": "rus-228-crew", "hex": gun, "sw": [_mortar(gun, target)]},
            {"id": "c", "type": "ger-228-crew"},
        ],
        sides=("german", "russian"),
    )
    s.state.weapons["gun"] = Weapon("gun", "german", "ger-75l-at", "c")
    s.state.hidden["german"] = (HiddenGun("c", "gun", target, 0),)
    s.do("gun m+mtr", "elsewhere", f"at - {target}", f"shoot - {target} att-HE").roll(1, 2)
    hit = [event for event in s.events if event.kind == "to_hit" and "c" in event.who]
    assert len(hit) == 1
    assert hit[0].breakdown is not None and hit[0].breakdown.value("SKF:6.4-i") == 2
    assert s.unit("c").hex == target


def _mortar(here: str, target: str) -> dict[str, object]:
    facing = next(f for f in range(6) if in_arc(board(), here, f, target))
    return {"id": "mtr", "type": "rus-82s-mtr", "facing": facing}


def found_with(
    target: str, *units: dict[str, object], vehicles: tuple[dict[str, object], ...] = ()
) -> Situation:
    """Russians who fire at a squad `g`, beside which a German gun is hidden."""
    s = Situation(
        "y",
        "PFPh",
        "russian",
        [*units, {"id": "g", "type": "ger-467", "hex": target}, {"id": "c", "type": "ger-228-crew"}],
        sides=("german", "russian"),
        vehicles=list(vehicles),
    )
    s.state.weapons["gun"] = Weapon("gun", "german", "ger-75l-at", "c")
    s.state.hidden["german"] = (HiddenGun("c", "gun", target, 0),)
    return s


@pytest.mark.rule("SKF:6.4-i")
def test_fire_on_the_itt_finds_it_beside_others() -> None:
    here, target = line(4, target="woods")
    facing = next(f for f in range(6) if in_arc(board(), here, f, target))
    gunners = {"id": "m", "type": "rus-228-crew", "hex": here, "sw": []}
    gunners["sw"] = [{"id": "rg", "type": "rus-76l-art", "facing": facing}]
    s = found_with(target, gunners)
    s.do("gun m+rg", f"at - {target}", f"shoot - {target} itt-HE").roll(1, 2)
    hit = [event for event in s.events if event.kind == "to_hit" and "c" in event.who]
    assert hit and hit[0].breakdown is not None
    found = {line.rule: line.value for line in hit[0].breakdown.lines if line.sign == "+"}
    assert found["SKF:6.4-i"] == 2  # hidden
    assert found["DAE:QRDC-case17"] + found["SKF:6.3-a"] == 2  # the woods, and what it is dug in beyond them
    assert s.unit("c").hex == target


@pytest.mark.rule("SKF:6.4-i")
def test_small_arms_strike_it_at_half_fp_with_all_drm_of_the_attack() -> None:
    """A leader's -2 counts for it as for the squad; 8 FP are halved, with +2 for being dug in."""
    here, target = line(2, target="woods")
    squads = [{"id": f"r{n}", "type": "rus-447", "hex": here} for n in range(2)]
    leader = {"id": "l", "type": "rus-9-2", "hex": here}

    def volley(*dice: int) -> Situation:
        s = found_with(target, *squads, leader)
        s.do(f"target - {target}", "add r0", "add r1", "declare")
        if s.options("direct"):
            s.do("direct l")
        return s.roll(*dice)

    # 4 column (8 FP halved), DRM -2 +2: a DR of 8 does nothing, a 7 is a PTC
    assert "german" in volley(5, 3).state.hidden
    assert "german" not in volley(4, 3).state.hidden


@pytest.mark.rule("SKF:6.4-b")
def test_a_tank_sees_what_stands_in_the_open() -> None:
    a, b = line(5)
    tank = {"id": "e", "type": "rus-t3485", "hex": b, "vca": 0}
    place = HiddenGun("c", "gun", a, 0)

    def seen(**states: object) -> bool:
        s = Situation(
            "y",
            "MPh",
            "russian",
            [{"id": "c", "type": "ger-228-crew"}],
            sides=("german", "russian"),
            vehicles=[{**tank, **states}],
        )
        return is_spotted(s.g, "german", place)

    assert seen()
    assert not seen(shock="shock")


@pytest.mark.rule("SKF:6.4-c")
def test_turning_brings_it_out() -> None:
    gun, target = line(3, firer="woods")
    friend = next(hex for hex in board().adjacent[target] if hex != gun)
    s = hidden(gun, target, phase="DFPh", facing=0, friend=friend)
    s.do("turn c+gun - 3")
    assert s.unit("c").hex == gun
    assert s.weapon("gun").facing == 3
    assert s.event("revealed").text.endswith("it turns.")


@pytest.mark.rule("SKF:6.4-c")
def test_its_crew_may_move_or_push_it_and_comes_out() -> None:
    gun, beside = ambush()
    s = hidden(gun, line(9)[1], attacker="german", friend=beside)
    s.do("come-out c+gun")
    assert s.unit("c").hex == gun and s.weapon("gun").hex == gun
    assert s.options("enter") and s.options("push")
    assert s.event("revealed").rules == ("SKF:6.4-c",)


# -- secrecy ---------------------------------------------------------------------------------------------------


def hide_in(place: int, facing: int) -> Session:
    """Scenario F2 with its AT gun hidden somewhere, everything else alike."""
    session = Session(full_kit(), "F2", {}, Committed("3c" * 32))
    rng = random.Random(5)
    chosen = False
    while session.position.state.turn == 0:
        moment = session.pending
        if isinstance(moment, Chance):
            session.roll()
            continue
        assert isinstance(moment, Choice)
        hiding = [option for option in moment.options if option.verb == "hide"]
        if hiding and not chosen:
            quiet = [option for option in hiding if session.position.state and _cover(session, option.at)]
            session.take(quiet[place % len(quiet)])
            session.take(session.pending.options[facing])  # type: ignore[union-attr]
            chosen = True
        elif hiding:
            session.take(moment.options[-1])
        else:
            session.take(moment.options[int(rng.random() * len(moment.options))])
    return session


def _cover(session: Session, hex: str) -> bool:
    play = session.position.system.play(session.position.state)
    return not terrain.kind_of(play, hex).open_ground and hex.startswith(("zA", "zB", "zC"))  # type: ignore[arg-type]


@pytest.mark.rule("SKF:6.4-a")
def test_nobody_else_can_tell_where_it_is() -> None:
    worlds = [hide_in(place, facing) for place, facing in ((0, 0), (3, 2), (5, 4))]
    for side in ("american", SPECTATOR):
        views = {msgspec.json.encode(world.view(side)) for world in worlds}
        assert len(views) == 1, f"{side} can tell where the gun is"
    assert len({msgspec.json.encode(world.view("german")) for world in worlds}) == 3


@pytest.mark.rule("SKF:6.4-a")
def test_play_goes_on_alike_for_the_other_side() -> None:
    """As long as the gun does nothing, the American is given the same in both worlds."""
    one, other = hide_in(0, 0), hide_in(4, 3)
    rng = random.Random(8)
    steps = 0
    while steps < 150:
        moment = one.pending
        if isinstance(moment, Chance):
            one.roll()
            other.roll()
        elif isinstance(moment, Choice):
            theirs = other.pending
            assert isinstance(theirs, Choice) and theirs.side == moment.side
            common = [
                option for option in moment.options if option in theirs.options and option.verb != "gun"
            ]
            step = common[int(rng.random() * len(common))]
            one.take(step)
            other.take(step)
        else:
            break
        if not one.position.state.hidden or not other.position.state.hidden:
            break
        steps += 1
        shown = [msgspec.json.encode(session.view("american")) for session in (one, other)]
        assert shown[0] == shown[1]
    assert steps > 20


def test_a_guess_puts_it_somewhere() -> None:
    session = hide_in(0, 0)
    system = find_system("elst")
    view = session.position.system.redact(session.position.state, "american")
    assert not view.hidden
    guessed = system.determinize(view, "american", random.Random(1))
    (gun,) = guessed.hidden["german"]
    assert gun.hex in board("z").index and gun.facing in range(6)


@pytest.mark.rule("SKF:6.4-a")
def test_its_owner_is_asked_though_it_can_fire_at_nobody() -> None:
    """Otherwise the question itself would tell the enemy when he comes into sight."""
    far, away = next(
        (a, b)
        for a in board().names
        if board().terrain[a] == "woods"
        for b in board().names
        if board().terrain[b] == "open" and board().hindrance(a, b) < 0 and board().distance(a, b) > 3
    )
    s = hidden(far, away)
    step = next(
        hex
        for hex in board().adjacent[away]
        if board().hindrance(far, hex) < 0 and board().terrain[hex] == "open"
    )
    s.do("move r", f"enter - {step}")
    assert s.side() == "german"
    assert s.options() == ["pass"]


@pytest.mark.rule("SKF:6.4-a")
def test_a_hidden_crew_is_given_nothing_else() -> None:
    session = Session(full_kit(), "F2", {}, Committed("3c" * 32))
    asked = 0
    while session.position.state.turn == 0:
        moment = session.pending
        if isinstance(moment, Chance):
            session.roll()
            continue
        assert isinstance(moment, Choice)
        crews = {
            uid for uid, unit in session.position.state.units.items() if unit.kind == "crew" and not unit.hex
        }
        for option in moment.options:
            if option.verb == "equip":
                asked += 1
                assert not crews & set(option.who)
        session.take(moment.options[0])
    assert asked
