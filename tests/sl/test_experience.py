"""Green, inexperienced, partisan and Gurkha units of Squad Leader (SL:3.9, SL:3.11, SL:3.14, SL:3.16, SL:3.26)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from defilade.hexgrid import Placed
from defilade.rules.sl import terrain
from defilade.rules.sl.card import MapPart, Scenario
from defilade.rules.sl.close_combat import close_combat_fp
from defilade.rules.sl.movement import what_is_left
from defilade.rules.sl.people.partisans import wood_of
from defilade.rules.sl.system import SlSystem
from defilade.tactics.moving import Moving
from defilade.tactics.units import Weapon
from sl import table as situations
from sl.table import SIDES, Table, pair, unit

A, B = pair(1)


@cache
def rated(elr: int) -> SlSystem:
    card = Scenario(
        id="sketch",
        title="Rated",
        date="1943-07-01",
        place="",
        map=MapPart(boards=(Placed("z"),), north="top"),
        turns=5,
        sides=SIDES,
        sets_up_first="russian",
        moves_first="german",
        provenance="original",
        groups=(),
        elr={"german": elr},
    )
    return SlSystem({card.id: card})


def shot_at(monkeypatch: pytest.MonkeyPatch, elr: int, *targets: dict[str, Any]) -> Table:
    """A German squad is fired on with 12 FP: a 7 is a 1MC."""
    monkeypatch.setattr(situations, "system", lambda *card: rated(elr))
    there = [{**target, "hex": B, "side": "german"} for target in targets]
    table = Table("PFPh", [unit("r", "rus-628", A), *there], attacker="russian")
    return table.do(f"target - {B}", "add r", "declare").roll((3, 4))


@pytest.mark.rule("SL:3.11.2-a", "SL:3.11.4-a", "SL:3.11.1", "SL:3.11.2-b")
def test_americans_who_fail_badly_turn_green(monkeypatch: pytest.MonkeyPatch) -> None:
    squad = {"id": "u", "type": "usa-666"}
    barely = shot_at(monkeypatch, 2, squad).roll((3, 4))  # 8 against 6
    assert barely.unit("u").type == "usa-666" and barely.unit("u").broken
    badly = shot_at(monkeypatch, 2, squad).roll((4, 4))
    assert badly.unit("u").type == "usa-556" and badly.unit("u").broken and badly.said("SL:3.11.4-a")
    assert shot_at(monkeypatch, 0, squad).roll((3, 3)).unit("u").type == "usa-556"
    assert shot_at(monkeypatch, 0, squad).roll((2, 3)).unit("u").type == "usa-666"


@pytest.mark.rule("SL:3.11.4-b", "SL:3.11.5-a", "SL:3.11.6")
def test_half_squads_and_other_nations(monkeypatch: pytest.MonkeyPatch) -> None:
    def becomes(counter: str, **more: Any) -> str:
        table = shot_at(monkeypatch, 0, {"id": "u", "type": counter, **more}, {"id": "x", "type": "ger-838"})
        for _ in range(2):
            name = table.asked()
            table.roll((1, 2) if "8-3-8" in name else (5, 4))
        assert table.unit("x").type == "ger-838"
        return table.unit("u").type

    assert becomes("usa-346") == "usa-236" and becomes("usa-246-crew") == "usa-246-crew"
    assert becomes("ger-467") == "ger-436" and becomes("fre-457") == "fre-457"


@pytest.mark.rule("SL:3.11.6")
def test_without_a_rating_nobody_turns_green() -> None:
    table = Table(
        "PFPh", [unit("r", "rus-628", A), unit("u", "usa-666", B, side="german")], attacker="russian"
    )
    table.do(f"target - {B}", "add r", "declare").roll((3, 4), (5, 6))
    assert table.unit("u").type == "usa-666" and table.unit("u").broken


@pytest.mark.rule("SL:3.9.8", "SL:3.26.1-a")
@pytest.mark.parametrize(
    ("counter", "roll", "fp"), [("ger-436", (3, 3), 8), ("ger-436", (3, 4), 4), ("usa-536", (3, 4), 5)]
)
def test_raw_men_must_steady_themselves(counter: str, roll: tuple[int, int], fp: int) -> None:
    units = [unit("g", counter, A, side="german"), unit("r", "rus-447", B)]
    table = Table("PFPh", units).do(f"target - {B}", "add g", "declare")
    assert "stand firm" in table.asked()
    table.roll(roll, (5, 6))
    assert table.breakdown().total == fp  # they fire in any case


@pytest.mark.rule("SL:3.9.8")
@pytest.mark.parametrize(("roll", "fp"), [((3, 3), 12), ((3, 4), 6)])
def test_one_check_is_for_men_and_machine_gun(roll: tuple[int, int], fp: int) -> None:
    gun = Weapon("w", "german", "ger-lmg", owner="g", hex=A)
    units = [unit("g", "ger-436", A), unit("r", "rus-447", B)]
    table = Table("PFPh", units, weapons={"w": gun}).do(f"target - {B}", "add g", "add g+w", "declare")
    assert "stand firm" in table.asked()
    table.roll(roll)
    assert "stand firm" not in table.asked()
    assert table.roll((5, 6)).breakdown().total == fp


@pytest.mark.rule("SL:3.9.8", "SL:3.26.1-a")
def test_veterans_and_led_green_men_do_not_check() -> None:
    line = Table("PFPh", [unit("g", "ger-467", A), unit("r", "rus-447", B)]).do(
        f"target - {B}", "add g", "declare"
    )
    assert "stand firm" not in line.asked()
    units = [
        unit("g", "usa-536", A, side="german"),
        unit("l", "usa-8-0", A, side="german"),
        unit("r", "rus-447", B),
    ]
    led = Table("PFPh", units).do(f"target - {B}", "add g", "declare", "no-leader").roll((5, 6))
    assert led.breakdown().total == 10


# -- partisans ---------------------------------------------------------------------------------------------

G = Table("RPh", []).g
WOODS = [hex for hex in G.map.names if G.map.terrain[hex] == "woods" and not G.map.roads.get(hex)]


def woods_pair(size: int = 3) -> tuple[str, str]:
    """Two adjacent hexes of one wood of so many hexes at least."""
    return next(
        (hex, near)
        for hex in WOODS
        for near in G.map.adjacent[hex]
        if near in WOODS and len(wood_of(G, hex)) >= size and not G.map.road_between(hex, near)
    )


@pytest.mark.rule("SL:3.14.2", "SL:3.14.5", "SL:3.14-q3", "SL:3.14.7")
def test_partisans_know_the_paths_in_the_woods() -> None:
    one, other = woods_pair()

    def cost(*counters: str, **more: Any) -> float:
        units = [unit(f"u{number}", counter, one, side="german") for number, counter in enumerate(counters)]
        g = Table("MPh", [{**units[0], **more}, *units[1:]]).g
        return terrain.cost_for(g, g.unit("u0"), one, other)

    assert (cost("par-337"), cost("rus-447"), cost("rus-447", "par-337"), cost("rus-447", "par-8-0")) == (
        1,
        2,
        1,
        1,
    )
    assert cost("rus-8-0", "rus-447") == 2 and cost("par-337", broken=True) == 2


@pytest.mark.rule("SL:3.14.3")
def test_woods_protect_partisans_twice() -> None:
    one = next(hex for hex in WOODS if any(G.map.terrain[near] == "open" for near in G.map.adjacent[hex]))
    beside = next(near for near in G.map.adjacent[one] if G.map.terrain[near] == "open")
    for counter, tem in (("par-337", 2), ("rus-447", 1)):
        table = Table("PFPh", [unit("g", "ger-467", beside), unit("p", counter, one, side="russian")])
        table.do(f"target - {one}", "add g", "declare").roll((6, 5))
        assert table.breakdown().drm == tem


@pytest.mark.rule("SL:3.14.4-a", "SL:3.14.4-b", "SL:3.14-q1")
def test_partisans_in_a_wood_attack_first() -> None:
    one, other = woods_pair()
    units = [unit("g", "ger-237", one), unit("p", "par-337", other, side="russian")]
    table = Table("APh", units).do(f"advance g {other}")
    assert table.said("SL:3.14.4-a") and table.position.pending.side == "russian"
    table.do("attack g", "with p", "declare").roll((1, 3))
    assert not table.alive("g") and table.alive("p")  # it never came to its own attack
    coming = [unit("p", "par-337", one, side="russian"), unit("g", "ger-237", other)]
    assert not Table("APh", coming, attacker="russian").do(f"advance p {other}").said("SL:3.14.4-a")
    outside = next(near for near in G.map.adjacent[other] if G.map.terrain[near] != "woods")
    from_outside = [unit("g", "ger-237", outside), unit("p", "par-337", other, side="russian")]
    assert not Table("APh", from_outside).do(f"advance g {other}").said("SL:3.14.4-a")


@pytest.mark.rule("SL:3.14.4-c")
def test_there_is_no_ambush_in_a_melee() -> None:
    one, other = woods_pair()
    units = [
        unit("g", "ger-237", one),
        unit("h", "ger-467", other, melee=True),
        unit("p", "par-337", other, side="russian", melee=True),
    ]
    assert not Table("APh", units).do(f"advance g {other}").said("SL:3.14.4-a")


# -- Gurkhas -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SL:3.16.7")
def test_gurkhas_in_close_combat() -> None:
    def fp(*enemies: str) -> float:
        foes = [unit(f"e{number}", one, A, side="russian") for number, one in enumerate(enemies)]
        g = Table("CCPh", [unit("u", "gur-458", A, side="german"), *foes]).g
        return close_combat_fp(g, g.unit("u"))

    assert (fp("ger-467"), fp("ita-346", "ita-346"), fp("ita-346", "ger-467")) == (8, 12, 8)


@pytest.mark.rule("SL:3.16.5")
def test_gurkhas_in_the_hills() -> None:
    hills = Table("RPh", [], board="2").g
    hill = next(
        hex
        for hex in hills.map.names
        if hills.map.level(hex) > 0
        and any(hills.map.level(near) == 0 for near in hills.map.adjacent[hex])
        and any(
            hills.map.level(near) > 0 and hills.map.terrain[near] == "open"
            for near in hills.map.adjacent[hex]
        )
    )

    def mf(counter: str, hex: str, *more: str) -> float:
        units = [unit("u", counter, hex, side="german")]
        units += [unit(f"l{number}", one, hex, side="german") for number, one in enumerate(more)]
        table = Table("MPh", units, board="2").do("move u")
        for number in range(len(more)):
            table.do(f"join l{number}")
        top = table.position.state.stack[-1]
        assert isinstance(top, Moving)
        return next(member.mf for member in what_is_left(table.g, top) if member.unit.id == "u")

    flat = next(hex for hex in hills.map.names if hills.map.level(hex) == 0)
    assert (
        mf("gur-458", hill),
        mf("gur-458", flat),
        mf("bri-458", hill),
        mf("gur-458", hill, "gur-8-0"),
    ) == (5, 4, 4, 7)
