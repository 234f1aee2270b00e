"""Command control (UF:15)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from defilade.kernel import Choice
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.game.scenario import Force, load_scenarios
from defilade.rules.upfront.system import UfSystem
from defilade.rules.upfront.table.figures import answer
from upfront.situation import Situation

SL, ASL = "diettinger", "hessel"


def squad(first: list[Any], second: list[Any] | None = None, **more: Any) -> Situation:
    groups: list[dict[str, Any]] = [{"side": "german", "men": first}]
    if second:
        groups.append({"side": "german", "men": second})
    groups.append({"side": "american", "men": ["myers", "burke"]})
    groups.append({"side": "american", "men": ["watson", "smith"]})
    more.setdefault("german", [])
    return Situation(more.pop("turn", "german"), groups, american=[], **more)


def limit(s: Situation, side: str = "german") -> Any:
    return answer(s.g, f"hand limit {side}")


def pinned(man: str) -> dict[str, Any]:
    return {"id": man, "pinned": True}


@pytest.mark.rule("UF:15.1", "UF:15.2")
def test_a_pinned_leader_shrinks_the_hand():
    assert limit(squad([SL, ASL, "beck"])) == 5
    s = squad([pinned(SL), ASL, "beck"], stage="refill")
    assert limit(s) == 4 and s.options("draw")[0] == "draw - - 4"


@pytest.mark.rule("UF:15.2", "UF:15.3-a")
def test_a_lost_leader_shrinks_the_hand_for_that_turn_only():
    s = squad([pinned(SL), ASL, "beck", "wolff"])
    s.do(f"let-go {SL}").draw("0r=1")
    assert s.fate(SL) == "kia" and limit(s) == 4
    s.end_turn()
    assert limit(s) == 5, "the ASL is the SL now"
    s.state.units[ASL] = replace(s.man(ASL), pinned=True)
    assert limit(s) == 4


@pytest.mark.rule("UF:15.3-b")
def test_the_asl_does_not_matter_while_the_sl_lives():
    assert limit(squad([SL, pinned(ASL), "beck"])) == 5
    s = squad([SL, pinned(ASL), "beck", "wolff"]).do(f"let-go {ASL}").draw("0r=1")
    assert limit(s) == 5


@pytest.mark.rule("UF:15.4")
def test_without_leaders_for_good():
    s = squad([pinned(SL), "beck", "wolff"]).do(f"let-go {SL}").draw("0r=1")
    assert limit(s) == 4
    s.end_turn()
    assert limit(s) == 4


def russians(first: list[Any], **more: Any) -> Situation:
    groups = [
        {"side": "russian", "men": first},
        {"side": "russian", "men": ["vakuta", "zaharoff"]},
        {"side": "german", "men": ["beck", "wolff"]},
        {"side": "german", "men": ["streich", "wollak"]},
    ]
    return Situation("russian", groups, russian=[], german=[], **more)


@pytest.mark.rule("UF:15.5")
def test_a_commissar_leads_like_an_sl():
    assert limit(russians(["zorin", "kristov"]), "russian") == 4
    assert limit(russians([pinned("zorin"), "kristov"]), "russian") == 3
    assert limit(russians([pinned("zorin"), "rostov", "kristov"]), "russian") == 4, (
        "he is the ASL beside an SL"
    )


@pytest.mark.rule("UF:15.51")
@pytest.mark.parametrize("seed", range(15))
def test_the_commissar_starts_in_the_largest_group(seed: int):
    card = load_scenarios()["UF-A"]
    men = ("dottski", "rostov", "burlak", "petrovsky", "yastreboff", "storchillo", "soloviev")
    count = 3 + seed % 5
    machines = ((), ("obr27",), ("t34",))[seed % 3]
    forces = (*card.forces[:2], Force("russian", men[:count], machines=machines))
    position, _ = UfSystem({"UF-A": replace(card, forces=forces)}).begin("UF-A", {"opponent": "russian"})
    rng = random.Random(seed)
    while isinstance(position.pending, Choice) and "dottski" not in position.state.units:
        position.advance(rng.choice([a for a in position.pending.options if a.verb != "standard"]))
    groups = [group for group in position.state.groups.values() if group.side == "russian"]
    own = next(group for group in groups if "dottski" in group.members)
    assert len(own.members) == max(len(group.members) for group in groups)


@pytest.mark.rule("UF:15.51")
def test_the_usual_groups_of_all_scenarios_keep_to_it():
    box = library()
    for card in load_scenarios().values():
        for force in card.forces:
            for group in force.groups:
                if any(box.men[man].role == "COM" for man in group if man in box.men):
                    assert len(group) == max(map(len, force.groups)), (
                        f"{card.id}: {force.nation} {force.role}"
                    )


@pytest.mark.rule("UF:15.52")
def test_a_commissar_steadies_his_men():
    s = russians(["zorin", "kristov", pinned("nosenko")])
    card = s.g.library.men
    assert answer(s.g, "morale kristov") == card["kristov"].morale + 1
    assert answer(s.g, "panic nosenko") == card["nosenko"].panic + 1
    assert answer(s.g, "morale vakuta") == card["vakuta"].morale
    assert answer(s.g, "morale zorin") == card["zorin"].morale
    s = russians([pinned("zorin"), "kristov"])
    assert answer(s.g, "morale kristov") == card["kristov"].morale


@pytest.mark.rule("UF:15.53")
def test_execution():
    s = russians(["zorin", "kristov", pinned("nosenko")]).end_turn()
    s.draw("3=3")
    assert s.fate("nosenko") == "kia"
    s = russians(["zorin", "kristov", pinned("nosenko")]).end_turn().draw("3=2")
    assert not s.gone("kristov") and not s.gone("nosenko")
    s = russians([pinned("zorin"), "kristov", pinned("nosenko")]).end_turn()
    assert s.state.turn == 2, "a pinned Commissar executes nobody"


@pytest.mark.rule("UF:15.54")
def test_a_commissar_never_panics_of_his_own_will():
    s = russians([pinned("zorin"), pinned("kristov")])
    assert s.options("let-go") == ["let-go kristov"]


@pytest.mark.rule("UF:15.6")
def test_an_unbalanced_position():
    s = squad(["beck", "wolff", "streich"], [pinned("wollak")])
    assert limit(s, "american") == 6
    s.do("let-go wollak").draw("0r=1")
    assert limit(s, "american") == 7
    assert limit(s, "german") == 5
