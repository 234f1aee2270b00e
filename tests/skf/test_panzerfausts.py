"""Panzerfausts (SKF:4.4.2) and the IFE of small guns (SKF:6.8)."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance
from defilade.rules.sk.full.ordnance.panzerfausts import in_use, supply
from defilade.tactics.arcs import in_arc
from sk.places import board, line
from sk.places import lines as pairs
from skf.gunnery import crew, lines
from skf.situation import Situation, full_kit

SSR = [{"type": "panzerfausts", "side": "german", "rule": "SKF:4.4.2-a"}]


def fausts(
    distance: int = 1,
    terrain: str = "stone_building",
    who: str = "ger-467",
    phase: str = "PFPh",
    firer: str = "open",
    attacker: str = "german",
    more: list[dict[str, Any]] | None = None,
    month: int = 7,
    shots: int = 9,
    **states: Any,
) -> Situation:
    here, there = line(distance, target=terrain, firer=firer)
    extra = [
        {**unit, "hex": {"here": here, "there": there}.get(unit["hex"], unit["hex"])} for unit in more or []
    ]
    s = Situation(
        "y",
        phase,
        attacker,
        [
            {"id": "g", "type": who, "hex": here, **states},
            {"id": "t", "type": "rus-447", "hex": there},
            *extra,
        ],
        month=month,
        special=SSR,
    )
    s.state.panzerfausts = -shots  # a sketch has no order of battle, so there is no supply
    s.position._pending = s.position.system.pending(s.state)
    return s


def check(s: Situation, *dice: int) -> Situation:
    s.do(f"panzerfaust g {s.unit('t').hex}")
    return s.roll(*dice)


@pytest.mark.rule("SKF:4.4.2-b", "SKF:4.4.2-c", "DAE:QRDC-pf")
def test_the_check() -> None:
    """+1 not at an AFV: 2 has one, 3 has none."""
    s = check(fausts(), 2)
    assert s.pending.dice == 2  # it must fire
    assert s.event("panzerfaust").breakdown.drm == 1  # type: ignore[union-attr]
    none = check(fausts(), 3)
    assert "no shot" in none.event("panzerfaust").text


@pytest.mark.rule("SKF:4.4.2-c")
@pytest.mark.parametrize(
    ("who", "states", "drm"), [("ger-247", {}, 2), ("ger-8-0", {}, 3), ("ger-467", {"cx": True}, 2)]
)
def test_who_finds_it_hard(who: str, states: dict[str, Any], drm: int) -> None:
    friend = {"id": "h", "type": "ger-467", "hex": "here"}
    found = check(fausts(who=who, more=[friend], **states), 5).event("panzerfaust").breakdown
    assert found is not None and found.drm == drm


@pytest.mark.rule("SKF:4.4.2-d")
def test_a_six_pins_or_breaks() -> None:
    assert check(fausts(), 6).unit("g").pinned
    assert check(fausts(pinned=True), 6).unit("g").broken


@pytest.mark.rule("SKF:4.4.2-h", "SKF:4.4-a", "SKF:4.4.2-k", "SKF:4.4-b")
def test_the_shot() -> None:
    """TH 10 less 2 a hex; 16 FP."""
    s = check(fausts(1), 1).roll(2, 3)
    assert "To Hit 8" in s.event("to_hit").text
    assert lines(s) == {"DAE:QRDC-case17": 3}
    s.roll(5, 6)
    found = s.event("ordnance_effect").breakdown
    assert found is not None and found.column == 16
    assert "To Hit 6" in check(fausts(2), 1).roll(6, 5).event("to_hit").text
    assert s.state.panzerfausts == -8
    while isinstance(s.pending, Chance):
        s.roll(1, 1)
    assert not any(weapon.type == "ger-pf" for weapon in s.state.weapons.values())


@pytest.mark.rule("SKF:4.4.2-h")
def test_a_leader_directs_it() -> None:
    s = check(fausts(more=[{"id": "lead", "type": "ger-9-1", "hex": "here"}]), 1)
    s.do("direct lead").roll(6, 5)
    assert lines(s)["DAE:QRDC-case06"] == -1
    assert s.unit("lead").directed


@pytest.mark.rule("SKF:4.4.2-g")
def test_range_by_date() -> None:
    """One hex until May 1944, two from June."""
    assert not fausts(2, month=5).options("panzerfaust")
    assert fausts(2, month=6).options("panzerfaust")
    assert not fausts(3, month=12).options("panzerfaust")
    table = full_kit().library.ordnance.panzerfaust  # type: ignore[attr-defined]
    assert [table.reach(month) for month in (194309, 194310, 194406, 194501)] == [0, 1, 2, 3]


@pytest.mark.rule("SKF:4.4.2-i")
def test_a_twelve_hurts_the_firer() -> None:
    s = check(fausts(), 1).roll(6, 6)
    assert "a miss" in s.event("to_hit").text
    assert s.unit("g").kind == "half_squad"
    assert check(fausts(), 1).roll(5, 6).unit("g").kind == "squad"
    raw = check(fausts(who="ger-436"), 1).roll(5, 6)
    assert raw.unit("g").kind == "half_squad"


@pytest.mark.rule("SKF:4.4.2-j")
def test_a_dud() -> None:
    s = check(fausts(), 1).roll(2, 3).roll(6, 6)
    assert s.said("A dud")
    assert not s.unit("t").broken


@pytest.mark.rule("SKF:4.4.2-l")
def test_one_unit_only_is_struck() -> None:
    """By chance, or one that has a SW, by choice."""
    s = check(fausts(more=[{"id": "u", "type": "rus-447", "hex": "there"}]), 1).roll(2, 3)
    s.roll(2, 5).roll(5, 6)
    assert s.event("ordnance_effect").who == ("u",)
    armed = {"id": "u", "type": "rus-447", "hex": "there", "sw": [{"id": "mg", "type": "rus-mmg"}]}
    picked = check(fausts(more=[armed]), 1).roll(2, 3)
    assert set(picked.options()) == {"strike u", "by-chance"}
    picked.do("strike u").roll(5, 6)
    assert picked.event("ordnance_effect").who == ("u",)


@pytest.mark.rule("SKF:4.4.2-f")
def test_a_check_is_the_use_of_a_sw() -> None:
    """A squad may check twice, and then has no FP of its own any more; a half-squad once."""
    s = check(fausts(), 4)
    assert len(s.unit("g").weapons_used) == 1 and not s.unit("g").no_fp
    check(s, 4)
    assert s.unit("g").no_fp
    assert not s.options("panzerfaust")
    half = check(fausts(who="ger-247"), 4)
    assert half.unit("g").no_fp
    assert not half.options("panzerfaust")


@pytest.mark.rule("SKF:4.4.2-e")
def test_not_as_subsequent_first_fire() -> None:
    here, there = next(
        (a, b) for a, b in pairs(1, target="wooden_building") if any(h != a for h in board().adjacent[b])
    )
    start = next(h for h in board().adjacent[there] if h != here and board().terrain[h] == "open")

    def window(**states: Any) -> Situation:
        s = Situation(
            "y",
            "MPh",
            "russian",
            [
                {"id": "g", "type": "ger-467", "hex": here, **states},
                {"id": "t", "type": "rus-447", "hex": start},
            ],
            month=7,
            special=SSR,
        )
        s.state.panzerfausts = -9
        s.do("move t")
        return s.do("pass").do(f"enter - {there}") if s.options("pass") else s.do(f"enter - {there}")

    assert window().options("panzerfaust")
    marked = window(fire="first")
    assert not marked.options("panzerfaust")


@pytest.mark.rule("SKF:4.4.2-a", "SKF:4.4.2-m")
def test_where_there_are_panzerfausts() -> None:
    """Only by SSR or against AFV, for Germans, and not more than 1.5 a squad in 1944."""
    here, there = line(1, target="stone_building")
    plain = Situation(
        "y",
        "PFPh",
        "german",
        [{"id": "g", "type": "ger-467", "hex": here}, {"id": "t", "type": "rus-447", "hex": there}],
    )
    assert not in_use(plain.g, "german")
    system = full_kit()
    position = system.begin("F2", {})[0]
    play = system.play(position.state)
    assert in_use(play, "german") and not in_use(play, "american")  # type: ignore[arg-type]
    assert supply(play, "german") == 7  # type: ignore[arg-type]
    spent = fausts(shots=0)
    assert not spent.options("panzerfaust")


@pytest.mark.rule("DAE:QRDC-pfgun")
def test_at_a_gun_in_the_open() -> None:
    here, there = line(1)

    def at(states: dict[str, Any], kind: str) -> list[str]:
        s = Situation(
            "y",
            "PFPh",
            "german",
            [{"id": "g", "type": "ger-467", "hex": here}, {"id": "t", "type": kind, "hex": there, **states}],
            month=7,
            special=SSR,
        )
        s.state.panzerfausts = -9
        s.position._pending = s.position.system.pending(s.state)
        return s.options("panzerfaust")

    assert not at({}, "rus-447")
    assert at({"sw": [{"id": "at", "type": "rus-45l-at", "facing": 0}]}, "rus-228-crew")


# -- IFE -------------------------------------------------------------------------------------------------------


def flak(distance: int = 3, turned: int = 0, phase: str = "PFPh", **states: Any) -> Situation:
    here, there = next(
        (a, b) for a, b in pairs(distance) if sum(in_arc(board(), a, f, b) for f in range(6)) == 1
    )
    facing = next(f for f in range(6) if in_arc(board(), here, f, there))
    return Situation(
        "y",
        phase,
        "german",
        [
            crew(here, "ger-20l-aa", facing=(facing + turned) % 6, **states),
            {"id": "lead", "type": "ger-9-1", "hex": here},
            {"id": "g", "type": "ger-467", "hex": here},
            {"id": "t", "type": "rus-447", "hex": there},
        ],
    )


@pytest.mark.rule("SKF:6.8-a", "SKF:6.8-c")
def test_ife_fires_on_the_ift_alone_and_undirected() -> None:
    s = flak(gun_acquired=("t",), gun_acquired_drm=-1)
    s.do(f"target - {s.unit('t').hex}", "add c+gun")
    assert s.refusal("add g").rule == "SKF:6.8-c"
    s.do("declare")
    s.roll(5, 5)  # doubles: no cowering
    found = s.breakdown()
    assert found.column == 6
    assert {line.rule for line in found.lines if line.sign == "+"} == set()
    assert not any("cower" in line.label for line in found.lines)
    assert s.weapon("gun").acquired == ()


@pytest.mark.rule("SKF:6.8-a", "SKF:6.8-b")
def test_turning_modifies_the_ift_dr_and_rof_is_one_lower() -> None:
    s = flak(turned=2)
    s.do(f"target - {s.unit('t').hex}", "add c+gun", "declare").roll(3, 5)
    assert s.breakdown().value("SKF:6.8-a") == 2
    assert in_arc(board(), s.unit("c").hex, s.weapon("gun").facing, s.unit("t").hex)
    assert s.weapon("gun").fire == "prep"  # ROF 3 is 2
    kept = flak()
    kept.do(f"target - {kept.unit('t').hex}", "add c+gun", "declare").roll(2, 6)
    assert kept.weapon("gun").fire == ""


@pytest.mark.rule("SKF:6.8-b")
def test_normal_range_is_16_hexes() -> None:
    kind = full_kit().library.weapons["ger-20l-aa"]
    assert (kind.fp, kind.range) == (6, 16)


@pytest.mark.rule("SKF:6.8-d")
def test_ife_fires_again_like_a_mg() -> None:
    """Marked First Fire it may use Subsequent First Fire and adjacent Final Fire, at half FP and B# -2."""
    here, there = line(1)
    s = Situation(
        "y",
        "DFPh",
        "russian",
        [
            crew(here, "ger-20l-aa", at=there, gun_fire="first"),
            {"id": "t", "type": "rus-447", "hex": there},
        ],
    )
    s.do(f"target - {there}", "add c+gun", "declare")
    s.roll(5, 5)
    assert s.breakdown().total == 6  # 6 halved, doubled for point blank
    assert s.weapon("gun").malfunctioned
