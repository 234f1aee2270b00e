"""Guns that are pushed, fired in bursts or without recoil, hidden from the start, and repaired (SL:10.2, SL:2.7)."""

from __future__ import annotations

import msgspec
import pytest

from defilade.hexgrid import Placed
from defilade.kernel import Choice, Outcome, make_view
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.eyes.hidden import hides
from defilade.rules.sl.guns.acquisition import laid_on
from defilade.rules.sl.guns.pieces import is_heavy
from defilade.rules.sl.guns.recoilless_guns import Kindling, take_kindling
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.terrain import sees
from defilade.rules.sl.weapons.breakdown import repair_number
from defilade.rules.sl.weapons.ways_of_fire import IFE
from defilade.tactics.areas import Area
from defilade.tactics.attack_plan import Firing, shot_factors
from defilade.tactics.fire_groups import Shot
from defilade.tactics.units import Weapon
from sl.armoury import past_smoke
from sl.gun_line import AMERICAN_CREW, GERMAN_CREW, at_infantry, battery, fire, gun, lines, toward
from sl.motor_pool import rows, scene
from sl.secrets import ask_again, hidden_away, seen_by, under_cover
from sl.table import Table, pair, unit
from sl.wilds import wild, wilds

__all__ = ["wilds"]

SQUAD = "rus-447"
HERE, THERE = pair(5)


# -- recoilless rifles -------------------------------------------------------------------------------------


@pytest.mark.rule("SL:8.21.1", "SL:8.21.4-b")
def test_german_recoilless_rifles_are_guns() -> None:
    german = battery("ger-rcl-75", men=(SQUAD,), gun={"emplaced": False}, spines=1)
    assert is_heavy(german.g, gun(german)) and lines(fire(german, (6, 4)))["SL:13.9.1-c"] == 3
    american = battery("usa-rcl-75", AMERICAN_CREW, men=("ger-467",), year=1945, arc=False)
    assert not is_heavy(american.g, gun(american))
    assert "SL:13.9.1-c" not in lines(fire(american, (6, 4)))


@pytest.mark.rule("SL:8.21.6-b")
@pytest.mark.parametrize(
    ("weather", "acquires"), [("dry", False), ("very dry", False), ("moist", True), ("", True)]
)
def test_dust_hides_the_target(weather: str, acquires: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    table = battery("ger-rcl-75", men=(SQUAD,), gun={"emplaced": False})
    monkeypatch.setattr(table.g.scenario.__class__, "weather", weather)
    fire(table, (6, 4))
    table.g.state.turn = 2
    assert (laid_on(table.g, table.unit("c"), gun(table), "e0") == 1) == acquires


@pytest.mark.rule("SL:8.21.10", "SL:16.2.3")
def test_the_blast_starts_fires() -> None:
    def shot(*dice: int, here: str = "woods") -> Table:
        table = battery("ger-rcl-75", here=here, men=(SQUAD,), gun={"emplaced": False})
        return fire(table, dice)

    burning = shot(6, 6)
    assert "set fire" in burning.asked()
    home = burning.unit("c").hex
    burning.roll((5, 4))
    assert home in burning.position.state.fires
    assert home not in shot(6, 6).roll((4, 4)).position.state.fires  # woods burn with 9
    assert "set fire" not in shot(6, 5).asked()
    assert not any(event.kind == "fire" for event in shot(6, 6, here="open").events)


@pytest.mark.rule("SL:8.21.10")
def test_a_kill_roll_of_twelve_does_it_too() -> None:
    table = battery("ger-rcl-75", here="woods", tank="rus-t34-76a", gun={"emplaced": False})
    fire(table, (3, 2), (6, 6))
    assert "set fire" in table.asked()
    other = battery("ger-at-75", here="woods", tank="rus-t34-76a")
    assert "set fire" not in fire(other, (3, 2), (6, 6)).asked()


# -- pushing -----------------------------------------------------------------------------------------------


def pushers(
    kind: str = "ger-at-75", man: str = GERMAN_CREW, kinds: tuple[str, ...] = ("open",) * 4, **more: str
) -> tuple[Table, tuple[str, ...]]:
    way = rows("y", *kinds)
    side = more.pop("side", "german")
    weapon = Weapon("w", side, kind, owner="c", hex=way[0], facing=0, emplaced=True)
    enemy = unit("e", SQUAD, Table("RPh", [], board="y").g.map.names[-1])
    table = scene("MPh", [unit("c", man, way[0]), enemy], [], weapons={"w": weapon}, board="y")
    return table.do("move c"), way


@pytest.mark.rule("SL:10.2.2-a", "SL:13.17.3-a")
@pytest.mark.parametrize("man", [GERMAN_CREW, "ger-467", "ger-237"])
def test_a_gun_is_pushed_one_hex(man: str) -> None:
    table, way = pushers(man=man)
    assert f"push-gun - {way[1]}" in table.options()
    table.do(f"push-gun - {way[1]}")
    assert gun(table).hex == way[1] and gun(table).owner == "c" and not gun(table).emplaced
    assert gun(table).moved and not table.options("push-gun") and not table.options("enter")


@pytest.mark.rule("SL:10.2.2-a")
def test_who_has_moved_pushes_nothing() -> None:
    table, way = pushers()
    table.do(f"enter - {way[1]}")
    assert gun(table).hex == way[0] and gun(table).owner == "" and not table.options("push-gun")
    leader, _ = pushers(man="ger-9-1")
    assert not leader.options("push-gun")


@pytest.mark.rule("SL:10.2.5", "SL:8.21.11")
@pytest.mark.parametrize(("kind", "hexes"), [("ger-at-37", 2), ("ger-rcl-75", 2), ("ger-at-50", 1)])
def test_light_guns_go_further(kind: str, hexes: int) -> None:
    table, way = pushers(kind)
    for hex in way[1 : hexes + 1]:
        table.do(f"push-gun - {hex}")
    assert gun(table).hex == way[hexes] and not table.options("push-gun")
    assert table.refusal(f"push-gun - {way[hexes + 1]}").rule == "SL:10.2.5"


@pytest.mark.rule("SL:10.2.2-b")
def test_heavy_guns_are_not_pushed_uphill() -> None:
    g = Table("RPh", [], board="2").g
    low, high = next(
        (a, b)
        for a in g.map.names
        for b in g.map.adjacent[a]
        if g.map.level(b) == g.map.level(a) + 1
        and g.map.terrain[a] == g.map.terrain[b] == "open"
        and g.map.hexside_kind(a, b) is None
    )

    def pushed(kind: str, start: str) -> list[str]:
        weapon = Weapon("w", "german", kind, owner="c", hex=start, facing=0)
        enemy = unit("e", SQUAD, g.map.names[-1])
        table = scene("MPh", [unit("c", GERMAN_CREW, start), enemy], [], weapons={"w": weapon}, board="2")
        return table.do("move c").options("push-gun")

    assert f"push-gun - {high}" not in pushed("ger-at-75", low) and f"push-gun - {low}" in pushed(
        "ger-at-75", high
    )
    assert f"push-gun - {high}" in pushed("ger-at-37", low)


@pytest.mark.rule("SL:10.2.5")
def test_not_from_wood_to_wood() -> None:
    light, way = pushers("ger-at-37", kinds=("woods", "woods"))
    assert light.refusal(f"push-gun - {way[1]}").rule == "SL:10.2.5"
    heavy, way = pushers("ger-at-50", kinds=("woods", "woods"))
    assert f"push-gun - {way[1]}" in heavy.options()


@pytest.mark.rule("SL:10.8.5", "SL:8.6-q6")
def test_captured_guns_stay_and_small_mortars_go() -> None:
    taken, way = pushers("rus-at-45", side="russian")
    assert not taken.options("push-gun") and taken.refusal(f"push-gun - {way[1]}").rule == "SL:10.8.5"
    mortar, way = pushers("rus-mtr-50", side="russian")
    mortar.do(f"enter - {way[1]}")
    assert gun(mortar).hex == way[1] and gun(mortar).owner == "c"
    heavy, way = pushers("rus-mtr-82", side="russian")
    heavy.do(f"enter - {way[1]}")
    assert gun(heavy).hex == way[0]


@pytest.mark.rule("SL:10.2.4-b")
def test_two_guns_in_a_hex() -> None:
    table, way = pushers()
    for name in ("a", "b"):
        table.g.state.weapons[name] = Weapon(name, "german", "ger-at-50", hex=way[1], facing=0)
    ask_again(table)
    assert table.refusal(f"push-gun - {way[1]}").rule == "SL:10.2.4-b"


# -- bursts ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:10.1.12-a", "SL:10.1.12-b", "SL:10.1.13", "SL:10.1.16")
def test_bursts_need_not_hit() -> None:
    table = battery("ger-aa-20", men=(SQUAD,), spines=2).do(f"gun-burst c+w {THERE}").roll((3, 4))
    shown = table.breakdown("attack")
    assert shown.total == 4 and {line.rule: line.value for line in shown.lines}["SL:10.1.13"] == 2
    while table.asked():
        table.roll((1, 2))
    assert not table.options("gun-burst") and not table.options("shell")
    near = battery("ger-aa-20", distance=1, men=(SQUAD,)).do(f"gun-burst c+w {pair(1)[1]}").roll((5, 5))
    assert near.breakdown("attack").total == 8
    jammed = battery("ger-aa-20", men=(SQUAD,)).do(f"gun-burst c+w {THERE}").roll((6, 5))
    assert gun(jammed).malfunctioned
    assert not battery("ger-at-37", men=(SQUAD,)).options("gun-burst")


@pytest.mark.rule("SL:2.7.4")
def test_bursts_give_the_gun_away() -> None:
    table = battery("ger-aa-20", men=(SQUAD,))
    hidden_away(table, "c")
    assert "c" in table.position.state.unseen and table.unit("c").hex == ""
    table.do(f"gun-burst c+w {THERE}")
    assert "c" not in table.position.state.unseen and table.unit("c").hex == HERE and table.said("SL:2.7.4")
    aimed = battery("ger-aa-20", men=(SQUAD,))
    hidden_away(aimed, "c")
    fire(aimed, (1, 6))
    assert "c" in aimed.position.state.unseen


# -- repair ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.10.4-b")
def test_americans_repair_guns_like_others_but_where_they_were_dug_in() -> None:
    def number(kind: str, **state: bool) -> int:
        table = battery(kind, AMERICAN_CREW, men=("ger-467",), gun={"malfunctioned": True, **state})
        return repair_number(table.g, table.unit("c"), gun(table))

    assert number("usa-at-57", emplaced=True) == 2 and number("usa-at-57", emplaced=False) == 1
    assert number("usa-mmg", emplaced=False) == 2


# -- hidden from the start ---------------------------------------------------------------------------------


def ambush(enemy: str = "S-U", guns: str = "C-H", crews: int = 1) -> SlSystem:
    """A gun with its crew sets up first; nothing on the card says that anybody hides."""
    card = Scenario(
        id="ambush",
        title="An ambush",
        date="1943-07-01",
        place="",
        map=MapPart(boards=(Placed("z"),), north="top"),
        turns=3,
        sides=("german", "russian"),
        sets_up_first="german",
        moves_first="russian",
        provenance="original",
        groups=(
            Group(
                id="g",
                name="Guns",
                side="german",
                provenance="original",
                units={"ger-247-crew": crews, "ger-467": 1},
                weapons={"ger-at-50": 1, "ger-lmg": 1},
                setup=Area(rows=guns),
            ),
            Group(
                id="r",
                name="Rifles",
                side="russian",
                provenance="original",
                units={"rus-447": 1},
                setup=Area(rows=enemy),
            ),
        ),
    )
    return SlSystem({card.id: card})


def set_up(system: SlSystem, where: str, enemy: str):  # type: ignore[no-untyped-def]
    position, events = system.begin("ambush")
    for _ in range(40):
        pending = position.pending
        if not isinstance(pending, Choice) or position.state.turn:
            break
        verbs = {option.verb for option in pending.options}
        options = pending.options
        if pending.side == "german" and "hide" in verbs:
            options = [option for option in options if option.verb == "hide" and option.at == where]
        elif pending.side == "russian":
            options = [option for option in options if option.at == enemy] or options
        events = [*events, *position.advance(options[0])]
    return position, events


@pytest.mark.rule("SL:2.7.1-a", "SL:2.7.1-c")
def test_a_gun_sets_up_hidden() -> None:
    system = ambush()
    g = system.play(system.begin("ambush")[0].state)
    home = next(
        hex for hex in g.scenario.set_up_area(0, g.map) if hides(g, hex) and g.map.terrain[hex] == "woods"
    )
    far = g.scenario.set_up_area(1, g.map)
    blind = next(hex for hex in far if not sees(g, hex, home) and g.map.terrain[hex] == "open")
    position, events = set_up(system, home, blind)
    assert [event.seen_by for event in events if event.kind == "points_gun"] == [("german",)]
    state = position.state
    crew = next(unit for unit in state.units.values() if unit.kind == "crew")
    weapon = next(weapon for weapon in state.weapons.values() if weapon.type == "ger-at-50")
    assert (
        state.hidden == {crew.id: home} and weapon.owner == crew.id and weapon.facing >= 0 and weapon.emplaced
    )
    theirs = make_view(system, position, "russian", 0).state
    assert (
        not theirs.hidden and theirs.weapons[weapon.id].facing == -1 and not theirs.weapons[weapon.id].owner
    )
    squad = next(unit for unit in state.units.values() if unit.type == "ger-467")
    assert squad.hex  # it has no gun, and stands on the map


@pytest.mark.rule("SL:2.7.1-a")
def test_who_is_seen_from_the_start_is_not_hidden() -> None:
    system = ambush(enemy="I-L")
    g = system.play(system.begin("ambush")[0].state)
    home, eye = next(
        (hex, eye)
        for hex in g.scenario.set_up_area(0, g.map)
        if g.map.terrain[hex] == "woods"
        for eye in g.scenario.set_up_area(1, g.map)
        if g.map.terrain[eye] == "open" and sees(g, eye, hex)
    )
    position, _ = set_up(system, home, eye)
    assert not position.state.hidden
    crew = next(unit for unit in position.state.units.values() if unit.kind == "crew")
    assert crew.hex == home


@pytest.mark.rule("SL:2.7.1-a", "SL:8.21.4-d")
def test_a_gun_hides_one_crew_and_a_recoilless_rifle_none() -> None:
    from defilade.rules.sl.eyes.gun_crews import guns_of_group

    assert guns_of_group(system_play(ambush(crews=2)), 0) == 1
    position, _ = ambush(crews=2).begin("ambush")
    options = {option.verb for option in position.pending.options}
    assert "hide" in options
    hiding = next(option for option in position.pending.options if option.verb == "hide")
    position.advance(hiding)
    while position.state.units[position.pending.about[0]].kind != "crew":
        position.advance(position.pending.options[0])
    assert "hide" not in {option.verb for option in position.pending.options}
    table = battery("ger-rcl-75", men=(SQUAD,), gun={"emplaced": False})
    kinds = table.g.anti_tank.weapons.kinds
    assert kinds["RCL"].recoilless and not kinds["RCL"].gun


@pytest.mark.rule("SL:10.1.3", "SL:10.2.4-b")
def test_two_crews_set_up_in_a_hex_and_are_handed_the_guns() -> None:
    system = ambush(crews=3)
    position, _ = system.begin("ambush")
    home, handed = "", []
    while not position.state.turn:
        pending = position.pending
        assert isinstance(pending, Choice)
        kind = position.state.units[pending.about[0]].kind if pending.about[0] in position.state.units else ""
        options = [option for option in pending.options if option.verb == "place"] or list(pending.options)
        if kind == "crew":
            places = {option.at for option in options}
            there = [plan for plan in position.state.plans.values() if plan.hex == home]
            assert not home or (home in places) == (len(there) < 2)
            home = home or options[0].at
            options = [option for option in options if option.at == home] or options
        elif kind == "squad" and pending.side == "german":
            assert "hide" not in {option.verb for option in pending.options}
            options = [option for option in options if option.at != home]
        if pending.options[0].verb == "equip":
            takers = {position.state.units[option.who[0]].kind for option in pending.options}
            handed.append((position.state.weapons[pending.about[0]].type, takers))
        position.advance(options[0])
    assert handed == [("ger-at-50", {"crew"}), ("ger-lmg", {"squad"})]


def system_play(system: SlSystem):  # type: ignore[no-untyped-def]
    return system.play(system.begin("ambush")[0].state)


@pytest.mark.rule("SL:8.21.4-d")
def test_a_recoilless_rifle_is_never_dug_in() -> None:
    from sl.test_gun_games import outpost

    system = outpost()
    position, _ = system.begin("outpost")
    while not position.state.turn:
        options = position.pending.options
        placing = [option for option in options if option.verb == "place"]
        position.advance((placing or list(options))[0])
    emplaced = {weapon.type: weapon.emplaced for weapon in position.state.weapons.values()}
    assert emplaced["ger-at-50"] and emplaced["ger-mtr-81"] and not emplaced["ger-rcl-75"]
    assert not emplaced["rus-atr"] and at_infantry(battery(men=(SQUAD,)))


@pytest.mark.rule("SL:10.2.1")
def test_no_gun_goes_under_a_concealment_counter() -> None:
    for phase, verb in (("MPh", "move"), ("APh", "advance")):
        for kind, barred in (("ger-at-37", True), ("ger-lmg", False)):
            table = battery(kind, men=(SQUAD,), phase=phase)
            counter = under_cover(table, "c")
            if phase == "MPh" and f"move {counter}" in table.options():
                goes = bool(table.do(f"move {counter}").options("enter"))
            else:
                goes = any(option.startswith(f"{verb} {counter}") for option in table.options())
            assert goes != barred, (phase, kind)


@pytest.mark.rule("SL:10.2.1")
def test_a_crew_that_advances_leaves_its_gun() -> None:
    table = battery(men=(SQUAD,), phase="APh")
    table.do(next(option for option in table.options() if option.startswith("advance c")))
    assert gun(table).hex == HERE and gun(table).owner == ""


# -- what the enemy sees of it -----------------------------------------------------------------------------


@pytest.mark.rule("SL:2.7.3", "SL:2.7.1-c")
def test_the_enemy_sees_neither_where_it_is_nor_how_it_points() -> None:
    """Two worlds that differ in the hex and the facing of a hidden gun, before it fires and after."""
    g = Table("RPh", []).g
    other = next(
        hex
        for hex in g.map.names
        if hex != HERE and 3 <= g.map.distance(hex, THERE) < 6 and sees(g, hex, THERE)
    )
    views = []
    for home, spines in ((HERE, 1), (other, 1)):
        facing = toward(home, THERE, spines)
        weapon = Weapon("w", "german", "ger-at-37", owner="c", hex=home, facing=facing, emplaced=True)
        units = [unit("c", GERMAN_CREW, home), unit("e0", SQUAD, THERE)]
        table = past_smoke(scene("PFPh", units, [], weapons={"w": weapon}, attacker="german"))
        hidden_away(table, "c")
        before = seen_by(table, "russian")
        fire(table, (1, 6))
        assert "c" in table.position.state.unseen and table.position.state.served["w"].turned == 1
        assert make_view(table.system, table.position, "german", 0).state.laid["w"].home == home
        after = seen_by(table, "russian")
        told = [event for event in table.events if not event.seen_by or "russian" in event.seen_by]
        assert all(event.at != home for event in told)
        views.append(
            (before, after, msgspec.json.encode([event for event in told if event.kind != "detection"]))
        )
    assert views[0] == views[1]


@pytest.mark.rule("SL:10.2.5")
@pytest.mark.usefixtures("wilds")
def test_along_a_road_a_light_gun_goes_three_hexes() -> None:
    held = {"w": Weapon("w", "german", "ger-at-37", owner="c", hex="qS7", facing=0)}
    table = wild("MPh", unit("c", GERMAN_CREW, "S7"), unit("r", "rus-447", "A1"), weapons=held).do("move c")
    for hex in ("qS6", "qS5", "qS4"):
        table.do(f"push-gun - {hex}")
    assert gun(table).hex == "qS4" and table.refusal("push-gun - qS3").rule == "SL:10.2.5"


@pytest.mark.rule("SL:10.1.12-b")
def test_bursts_are_halved_beyond_twenty_hexes() -> None:
    table = battery("ger-aa-20", men=(SQUAD,))
    crew, piece = table.unit("c"), gun(table)

    def factors(distance: int, shot: Shot) -> list[float]:
        found = shot_factors(table.g, Firing(shot, crew, piece, distance, ("e0",), THERE))
        return [line.value for line in found if line.rule == "SL:10.1.12-b"]

    burst = Shot("c", "w", IFE)
    assert factors(20, burst) == [] and factors(21, burst) == [0.5] and factors(21, Shot("c", "w")) == []
    table.do(f"shell c+w {THERE}").roll((6, 4))
    assert table.options("shell") and not table.options("gun-burst"), "it has fired otherwise"


@pytest.mark.rule("SL:8.21.10", "SL:16.2.4")
@pytest.mark.parametrize(
    ("weather", "total", "burns"), [("very dry", 7, True), ("", 7, False), ("mud", 11, False)]
)
def test_the_weather_helps_the_blast_to_start_fires(weather: str, total: int, burns: bool) -> None:
    g = battery("ger-rcl-75", here="woods", men=(SQUAD,), gun={"emplaced": False}).g
    g.scenario = msgspec.structs.replace(g.scenario, weather=weather)
    frame = Kindling("c", "german", THERE)
    g.push(frame)
    take_kindling(g, frame, Outcome((6, total - 6)))
    assert (g.unit("c").hex in g.state.fires) is burns
