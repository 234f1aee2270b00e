"""Fortifications in general: how they are set up, and who knows of them (SL:15.1.1, SL:2.5-q1)."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from conformance.walk import random_step
from defilade.hexgrid import Placed
from defilade.kernel import Choice, Over, Position, determinized, make_view
from defilade.rules.sl.card import Group, MapPart, Scenario
from defilade.rules.sl.presentation import present
from defilade.rules.sl.state import State, Work
from defilade.rules.sl.system import SlSystem
from defilade.rules.sl.works.placing import SetUpWorks
from defilade.rules.sl.works.works import is_inside
from defilade.tactics.areas import Area
from sl.earthworks import built, pit, strung
from sl.motor_pool import rows
from sl.secrets import seen_by
from sl.table import Table, unit

SQUAD, FOE = "ger-467", "rus-447"
FIELD, WIRED, NEXT, FAR = rows("z", "open", "open", "open", "open")


@cache
def fortress(hidden: int = 0, **works: int) -> SlSystem:
    card = Scenario(
        id="fortress",
        title="Dug in",
        date="1943-07-01",
        place="",
        map=MapPart(boards=(Placed("z"),), rows={"z": "F-R"}, north="top"),
        turns=3,
        sides=("russian", "german"),
        sets_up_first="russian",
        moves_first="german",
        provenance="original",
        groups=(
            Group(
                id="garrison",
                name="Garrison",
                side="russian",
                provenance="original",
                setup=Area(rows="K-M"),
                units={FOE: 1},
                works={name.replace("_", "-"): count for name, count in works.items()},
                hidden=hidden,
            ),
            Group(
                id="storm",
                name="Storm troops",
                side="german",
                provenance="original",
                setup=Area(rows="F-G"),
                units={SQUAD: 1},
            ),
        ),
    )
    return SlSystem({card.id: card})


def options(position: Position[State], verb: str = "") -> list[str]:
    assert isinstance(position.pending, Choice)
    return [str(one) for one in position.pending.options if not verb or one.verb == verb]


def setting_up(**more: Any) -> Position[State]:
    """The garrison stands, and its fortifications are due."""
    position, _ = fortress(**more).begin("fortress")
    while not isinstance(position.state.stack[-1], SetUpWorks):
        assert isinstance(position.pending, Choice)
        g = fortress(**more).play(position.state)
        places = [one for one in position.pending.options if one.verb in ("place", "hide")]
        position.advance(next(one for one in places if g.map.terrain[one.at] == "open"))
    return position


def take(position: Position[State], start: str) -> Position[State]:
    assert isinstance(position.pending, Choice)
    position.advance(next(one for one in position.pending.options if str(one).startswith(start)))
    return position


@pytest.mark.rule("SL:15.1.1", "SL:15.3.1", "SL:15.1.2")
def test_a_group_sets_up_so_many_in_its_area() -> None:
    position = setting_up(entrenchment=1, wire=2)
    g = fortress(entrenchment=1, wire=2).play(position.state)
    hexes = {text.split()[2] for text in options(position, "fortify")}
    assert all(hex[1] in "KLM" for hex in hexes)
    assert all(not g.terrain_of(hex).structure for hex in hexes)
    here = next(iter(position.state.stacks))
    take(position, f"fortify - {here}" if here in hexes else "fortify")
    assert options(position) == ["done - - entrenchment"], "the scenario gives no more"
    take(position, "done")
    first = options(position, "fortify")[0]
    take(position, first)
    assert first not in options(position), "one is enough in a hex"
    take(position, "fortify")
    assert options(position) == ["done - - wire"]
    take(position, "done")
    assert isinstance(position.pending, Choice) and position.pending.side == "german"
    kinds = sorted(work.kind for work in position.state.works.values())
    assert kinds == ["entrenchment", "wire", "wire"]
    shown = [view.text for view in present(g.__class__(position.state, fortress_table())).markers]
    assert shown.count("wire") == 2


def fortress_table() -> Any:
    return fortress(entrenchment=1, wire=2).table_of("fortress")


@pytest.mark.rule("SL:15.3.6-a")
def test_who_sets_up_where_his_side_has_dug_is_in_it() -> None:
    position = setting_up(entrenchment=1)
    open_hexes = [text.split()[2] for text in options(position, "fortify")]
    uid = next(uid for uid, unit in position.state.units.items() if unit.side == "russian")
    home = position.state.units[uid].hex
    assert home in open_hexes
    take(take(position, f"fortify - {home}"), "done")
    take(position, "place")
    g = fortress(entrenchment=1).play(position.state)
    assert is_inside(g, g.unit(uid))


@pytest.mark.rule("SL:2.5-q1")
def test_wire_and_entrenchments_are_hidden_in_woods_only_and_where_the_card_lets_one_hide() -> None:
    """SL1-024 of the given cases: in the open hex it is not allowed, in woods it is."""
    position = setting_up(hidden=1, wire=1)
    g = fortress(hidden=1, wire=1).play(position.state)
    hidden = [text.split()[2] for text in options(position, "fortify-hidden")]
    assert hidden and {g.map.terrain[hex] for hex in hidden} == {"woods"}
    assert not options(setting_up(wire=1), "fortify-hidden")
    take(position, "fortify-hidden")
    side = make_view(position.system, position, "german", 0)
    assert side.state.works == {} and not side.state.works_left
    own = make_view(position.system, position, "russian", 0)
    assert len(own.state.works) == 1


@pytest.mark.rule("SL:2.5-q1", "SL:15.1.1")
def test_what_the_enemy_does_while_one_looks_on_tells_nothing() -> None:
    position = setting_up(hidden=1, wire=2, entrenchment=1)
    rng = random.Random(4)
    for _ in range(4):
        view = make_view(position.system, position, "german", 0)
        twin = determinized(position.system, view, rng)
        assert isinstance(twin.pending, Choice) and twin.pending.side == "russian"
        take(position, "fortify" if options(position, "fortify") else "done")


@pytest.mark.rule("SL:2.5.1-42E")
def test_by_a_convention_works_of_the_hidden_are_hidden() -> None:
    position, _ = fortress(hidden=1, wire=1).begin("fortress", {"works-of-the-hidden": "on"})
    while not isinstance(position.state.stack[-1], SetUpWorks):
        take(position, "hide")
    home = next(iter(position.state.hidden.values()))
    found = [text for text in options(position) if f" {home} " in text]
    assert found in ([], [f"fortify-hidden - {home} wire"])
    plain = setting_up(hidden=1, wire=1)
    assert not plain.state.hidden or f"fortify - {home} wire" in options(plain)


@pytest.mark.rule("SL:2.5-q1")
def test_they_come_to_light_when_the_enemy_comes_upon_them() -> None:
    hole = built(pit(WIRED, "russian", hidden=True))
    men = [unit("s", SQUAD, FIELD), unit("r", FOE, "A1")]
    table = Table("MPh", men, works=hole)
    before = seen_by(table, "german")
    assert before == seen_by(Table("MPh", men), "german")
    table.do("move s", f"enter - {WIRED}")
    assert [work.hidden for work in table.position.state.works.values()] == [False]
    ahead = Table("APh", men, works=built(strung(WIRED, hidden=True))).do(f"advance s {WIRED}")
    assert not next(iter(ahead.position.state.works.values())).hidden


@pytest.mark.rule("SL:2.5-q1", "SL:15.3.10")
def test_fire_at_those_in_it_shows_a_hidden_entrenchment() -> None:
    men = [unit("s", SQUAD, FAR), unit("r", FOE, FIELD)]
    hole = built(pit(FIELD, "russian", hidden=True))
    table = Table("PFPh", men, works=hole, inside={"r": FIELD})
    assert seen_by(table, "german") == seen_by(Table("PFPh", men), "german")
    table.do(f"target - {FIELD}", "add s", "declare").roll((6, 6))
    assert not next(iter(table.position.state.works.values())).hidden
    assert any(line.rule == "SL:15.3.10" for line in table.breakdown().lines)


@pytest.mark.rule("SL:2.5.2-42C3")
@pytest.mark.parametrize("played", ["on", "off"])
def test_by_a_convention_they_come_to_light_like_units(played: str) -> None:
    more = {"hidden-works": played}
    men = [unit("s", SQUAD, FAR), unit("r", FOE, FIELD)]

    def fence() -> dict[str, Work]:
        return built(strung(FIELD, hidden=True))

    table = Table("PFPh", men, works=fence(), options=more).do(f"target - {FIELD}", "add s", "declare")
    table.roll((1, 1))
    assert next(iter(table.position.state.works.values())).hidden == (played == "off")
    with_men = Table("PFPh", men, works=fence(), options=more).do("done")
    assert next(iter(with_men.position.state.works.values())).hidden == (played == "off")
    lone = Table("PFPh", [*men[:1], unit("q", FOE, "A1")], works=fence(), options=more).do("done")
    assert next(iter(lone.position.state.works.values())).hidden


def test_everything_is_shown_when_the_game_is_over() -> None:
    position = setting_up(hidden=1, wire=1)
    take(position, "fortify-hidden")
    rng = random.Random(1)
    while not isinstance(position.pending, Over):
        position.advance(random_step(position, rng))
    assert not any(work.hidden for work in position.state.works.values())
