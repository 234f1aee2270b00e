"""The sequence of play (UF:4)."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest

from defilade.kernel import Action, Chance, Choice, IllegalAction
from defilade.rules.upfront.game.composition import DISCARDS, FREE_ACTIONS, GROUP_ACTIONS
from upfront.situation import Situation

GERMANS = {"side": "german", "men": ["beck", "wolff"], "range": 2}
MORE_GERMANS = {"side": "german", "men": ["hessel", "streich"], "range": 1}
AMERICANS = {"side": "american", "men": ["myers", "smith"], "range": 2}
RUSSIANS = {"side": "russian", "men": ["rostov", "petrovsky"], "range": 2}


def table(turn: str = "german", other: str = "american", **more: Any) -> Situation:
    enemy = AMERICANS if other == "american" else RUSSIANS
    return Situation(turn, [GERMANS, MORE_GERMANS, enemy], **more)


@pytest.mark.rule("UF:4.2-a", "UF:4.2-b", "UF:3.2-f")
def test_one_action_a_group_one_after_the_other():
    s = table(german=["fire 2", "movement", "movement"], american=[])
    s.fire("g1", "a1", "fire 2").draw("black 0", "black 0")
    refusal = s.refusal("move g1+<movement> - advance")
    assert refusal.rule == "UF:4.2-a"
    s.do("move g2+<movement> - advance")
    assert s.group("g2").range == 2 and s.group("g1").laid == (), "a card serves its own group only"
    assert s.options() == ["done"]
    assert s.refusal("move a1+<movement> - advance").rule == "UF:4.2-a"


@pytest.mark.rule("UF:4.1-c")
def test_turns_alternate():
    s = table(german=[], american=[])
    assert s.state.mover == "german"
    s.end_turn()
    assert s.state.mover == "american" and s.state.turn == 2
    s.end_turn()
    assert s.state.mover == "german" and s.state.turn == 3


@pytest.mark.rule("UF:4.21", "UF:5.3")
def test_one_movement_or_terrain_card_a_group():
    s = table(german=["movement", "woods"], american=[])
    s.do("move g1+<movement> - advance")
    assert not s.options("terrain"), "the terrain must wait for a later turn"
    s.end_turn().end_turn()
    s.do("terrain g1+<woods>")
    assert s.group("g1").laid[-1].terrain == "woods"


@pytest.mark.rule("UF:4.22", "UF:4.23")
def test_kinds_of_actions():
    s = Situation(
        "german",
        [{**GERMANS, "men": ["beck", "wolff", {"id": "streich", "pinned": True}]}, AMERICANS],
        german=["fire 1", "rally 1", "rally 2"],
        american=[],
    )
    assert s.options("fire") and len(s.options("rally")) == 2
    s.do("rally g1+<rally 1>")
    assert not s.man("streich").pinned
    assert s.options() == ["done"], "one Rally card is the whole action"


WOODS = {"cards": ["woods"], "range": 3}
ALTERATIONS = [
    ("repair", {"men": [{"id": "beck", "broken": True}, "wolff"]}, []),
    ("acquire", {"loose": [{"weapon": "german-lmg"}]}, []),
    ("crew", {"men": ["schussel", "schultz"]}, []),
    ("uncrew", {"men": ["schussel", {"id": "schultz", "crews": "schussel"}]}, []),
    ("smoke", {"men": ["diettinger", "wolff"]}, ["smoke"]),
    ("clear-wire", {"cards": ["woods", "wire"]}, ["movement"]),
    ("sniper-check", {"sniped": 2}, []),
    ("infiltrate", {}, []),
    ("close-combat", {"men": [{"id": "beck", "infiltrates": "a1"}, "wolff"]}, []),
]


@pytest.mark.rule("UF:4.24", "UF:4.25", "UF:4.2-a")
@pytest.mark.parametrize(("verb", "changes", "hand"), ALTERATIONS, ids=[entry[0] for entry in ALTERATIONS])
def test_what_else_a_group_can_do_is_its_whole_action(verb, changes, hand):
    """Repair, acquisition, crews, Smoke, entrenching, Wire and mine removal, infiltration and close combat."""
    s = Situation(
        "german", [{**GERMANS, **WOODS, **changes}, AMERICANS], german=[*hand, "fire 1"], american=[]
    )
    assert s.options(verb), f"{verb} is not offered: {s.options()}"
    acted = Situation(
        "german",
        [{**GERMANS, **WOODS, **changes, "acted": True}, AMERICANS],
        german=[*hand, "fire 1"],
        american=[],
    )
    assert not acted.options(verb)


@pytest.mark.rule("UF:4.25", "UF:4.2-a")
def test_an_individual_transfer_is_an_action_too():
    groups = [{**GERMANS, "men": ["diettinger", "beck", "wolff"], "range": 1}, MORE_GERMANS, AMERICANS]
    s = Situation("german", groups, german=["movement"], american=[])
    assert s.options("transfer")


@pytest.mark.rule("UF:4.3-a", "UF:4.4-a")
def test_used_cards_are_shown_and_discarded():
    s = table(german=["fire 2", "movement"], american=[])
    fire, move = s.card("fire 2"), s.card("movement")
    s.fire("g1", "a1", "fire 2").draw("black 0", "black 1")
    s.do("move g2+<movement> - advance", "done")
    tray = s.state.trays["1"]
    assert fire in tray.discards and move not in tray.discards
    assert s.group("g2").laid[-1].card == move, "it stays face up on its group"


@pytest.mark.rule("UF:4.31", "UF:4.3-b")
def test_a_german_discards_one_whatever_he_did():
    for acts in (True, False):
        s = table(german=["movement", "wire", "hero", "sniper"], american=[])
        if acts:
            s.do("move g1+<movement> - advance")
        s.do("done")
        s.do("discard " + s.options("discard")[0].split()[1])
        assert not s.options("discard"), "never more than one"


@pytest.mark.rule("UF:4.32", "UF:4.3-b")
def test_an_american_discards_two_if_he_did_nothing():
    hand = ["movement", "hero", "hero", "sniper"]
    s = table("american", american=hand, german=[]).do("done")
    s.do(s.options("discard")[0])
    s.do(s.options("discard")[0])
    assert not s.options("discard") and len(s.state.hands["american"]) == 2
    s = table("american", american=hand, german=[])
    s.do("move a1+<movement> - retreat", "done")
    assert s.state.phase == "refill", "after an action he discards nothing"


@pytest.mark.rule("UF:4.33", "UF:4.3-b")
def test_a_russian_discards_any_number_if_he_did_nothing():
    hand = ["movement", "hero", "hero", "sniper"]
    s = table("russian", "russian", russian=hand, german=[]).do("done")
    for _ in range(4):
        s.do(s.options("discard")[0])
    assert s.state.hands["russian"] == ()
    s = table("russian", "russian", russian=hand, german=[])
    s.do("move r1+<movement> - retreat", "done")
    assert s.state.phase == "refill"


@pytest.mark.rule("UF:4.3-qa")
def test_discards_are_chosen_together():
    """Nothing of the first discard shows before the second is chosen."""
    s = Situation(
        "russian",
        [
            {**GERMANS, "cards": ["movement advance"]},
            {**MORE_GERMANS, "cards": ["movement sideways"]},
            RUSSIANS,
        ],
        russian=["woods", "brush"],
        german=[],
    )
    s.do("done", "put-terrain <woods> g1")
    assert s.group("g1").offered is None and not s.said("puts Woods")
    s.do("put-terrain <brush> g2")
    assert s.group("g1").offered is not None and s.group("g2").offered is not None


@pytest.mark.rule("UF:4.4-b")
def test_discards_are_not_shown():
    s = table(german=["hero", "fire 5"], american=[])
    hero = s.card("hero")
    s.do("done", f"discard {hero}", "done")
    assert hero in s.state.trays["1"].buried["german"]
    seen = s.position.system.redact(s.state, "american")
    assert seen.trays["1"].buried["german"] == ("?",)
    assert not any(hero in event.who for event in s.events if event.visible_to("american"))
    own = s.position.system.redact(s.state, "german")
    assert own.trays["1"].buried["german"] == (hero,)


@pytest.mark.rule("UF:4.4-c")
def test_cards_put_on_enemy_groups_are_shown():
    s = Situation(
        "american", [{**GERMANS, "cards": ["movement advance"]}, AMERICANS], american=["woods"], german=[]
    )
    woods = s.card("woods")
    s.do("done", f"put-terrain {woods} g1")
    assert s.group("g1").offered.card == woods
    assert s.event("enemy_terrain").who == (woods,) and s.event("enemy_terrain").seen_by == ()


@pytest.mark.rule("UF:4.5")
def test_the_refill_is_voluntary():
    s = table(german=["fire 5", "fire 5"], american=[], stage="refill").do("done")
    assert s.state.mover == "american" and len(s.state.hands["german"]) == 2


@pytest.mark.rule("UF:4.5")
def test_no_card_or_a_full_hand():
    s = table(german=["fire 5", "fire 5"], american=[], stage="refill")
    assert s.options() == ["draw - - 3", "done"]
    s.do("draw - - 3").draw("black 1", "red 2")
    assert not s.options(), "nobody stops halfway"
    s.draw("black 3")
    assert s.state.mover == "american" and len(s.state.hands["german"]) == 5


@pytest.mark.rule("UF:4.6")
def test_no_pass_after_a_pass():
    s = table(german=["fire 5"], american=["fire 5"])
    s.do("done", "done", "done")
    assert s.state.players["german"].passed and s.state.mover == "american"
    s.do("done")
    assert s.state.phase == "discards"
    assert s.refusal("done").rule == "UF:4.6"
    s.do(s.options("discard")[0], "done")
    assert not s.state.players["american"].passed and s.state.mover == "german"
    s.do("done", "done", "done")
    assert s.state.players["german"].passed, "after a discard a pass is allowed again"


@pytest.mark.rule("UF:4.6")
def test_an_empty_hand_may_pass():
    s = table(german=[], american=["fire 5"], sides={"german": {}, "american": {"passed": True}})
    s.do("done", "done")
    assert s.state.mover == "american"


@pytest.mark.rule("UF:3.3-c")
def test_changing_positions_is_an_action():
    men = ["beck", "wolff", {"id": "streich", "pinned": True}, "schultz"]
    s = Situation("german", [{**GERMANS, "men": men}, AMERICANS], german=["fire 1"], american=[])
    s.do("rearrange g1", "next schultz", "next wolff")
    assert s.group("g1").members == ("schultz", "wolff", "streich", "beck"), "the pinned man stays"
    assert s.options() == [*s.options("let-go"), "done"]


@pytest.mark.rule("UF:3.3-d")
def test_changing_places_with_a_new_weapon_is_free():
    loose = [{"weapon": "german-mp"}]
    group = {**GERMANS, "men": ["beck", "wolff", {"id": "streich", "pinned": True}], "loose": loose}
    s = Situation("german", [group, AMERICANS], german=[], american=[])
    s.do("acquire g1+beck - 1").draw("black 1")
    assert s.options() == ["places beck+wolff", "done"]
    s.do("places beck+wolff")
    assert s.group("g1").members == ("wolff", "beck", "streich")
    assert s.state.players["german"].actions == 1
    group = {**GERMANS, "men": ["schussel", "beck", "wolff"]}
    s = Situation("german", [group, AMERICANS], german=[], american=[]).do("crew g1+schussel+wolff")
    assert s.group("g1").members == ("schussel", "wolff", "beck"), "so is stepping up to the gun"


@pytest.mark.rule("UF:3.3-d", "UF:21.1-a")
@pytest.mark.parametrize("weapon", ["panzerfaust", "demolition-charge"])
def test_changing_places_with_a_new_secondary_weapon_is_free_too(weapon: str):
    group = {**GERMANS, "men": ["beck", "wolff"], "loose": [{"weapon": weapon}]}
    s = Situation("german", [group, AMERICANS], german=[], american=[])
    s.do("acquire g1+beck - 1").draw("black 2")
    assert s.man("beck").secondary == weapon
    assert s.options() == ["places beck+wolff", "done"]
    s.do("places beck+wolff")
    assert s.group("g1").members == ("wolff", "beck")


@pytest.mark.rule("UF:16.22")
def test_a_card_laid_is_played():
    """A play can be taken back as long as nothing came of it; not once a card has come up or the other has begun."""
    from defilade.kernel import Committed, Session, UndoRefused
    from defilade.systems import find_system

    session = Session(find_system("upfront"), "UF-A", source=Committed("07" * 32))
    while session.position.state.phase != "actions":
        moment = session.pending
        first = isinstance(moment, Choice) and moment.options[0].verb == "standard"
        session.take(moment.options[0 if first else -1]) if isinstance(
            moment, Choice
        ) else session.run_chance()
    assert session.undoable("german") == 0
    session.take(next(option for option in session.pending.options if option.verb == "rearrange"))
    assert session.undoable("german") == 1
    session.undo("german")
    session.take(session.pending.options[-1])
    while isinstance(session.pending, Choice) and session.pending.side == "german":
        session.take(session.pending.options[0])
    if isinstance(session.pending, Chance):
        session.roll()
    with pytest.raises(UndoRefused):
        session.undo("german")


@pytest.mark.rule("UF:16.31")
def test_one_minute_turns():
    from defilade.rules.upfront.turn import clock

    s = table(german=["fire 1"], american=[], options={"minute": "on"})
    assert isinstance(s.pending, Choice)
    assert clock.seconds_for_turn(s.g, s.pending) == 60
    assert clock.when_time_is_out(s.g, s.pending).verb == "done"
    s.do("fire g1+<fire 1> a1")
    assert clock.when_time_is_out(s.g, s.pending).verb == "cancel"
    s.do("declare")
    assert clock.seconds_for_turn(s.g, s.pending) is None, "what is declared is resolved without haste"
    s = table(german=["fire 1"], american=[])
    assert clock.seconds_for_turn(s.g, s.pending) is None


def test_positions_of_the_refill_tell_nothing():
    """Two hands of the same size look alike to the other side all through a turn."""
    views = set()
    for hand in (["fire 5", "hero"], ["fire 6", "wire"]):
        s = table(german=hand, american=[])
        s.do("done")
        s.do(s.options("discard")[0])
        seen = s.position.system.redact(s.state, "american")
        views.add(msgspec.json.encode(seen))
    assert len(views) == 1


@pytest.mark.rule("UF:4.2-a")
@pytest.mark.parametrize("night", [False, True])
def test_nonsense_is_refused_and_not_a_fault(night):
    groups = [
        {"side": "german", "men": ["beck", "wolff", "hessel"], "range": 3, "cards": ["woods"]},
        {"side": "german", "men": ["pz4"], "range": 2, "cards": ["brush", "movement advance"]},
        {"side": "american", "men": ["myers", "degi"], "range": 2},
        {"side": "american", "men": ["m1a1", "fox"], "range": 1},
    ]
    s = Situation("german", groups, german=["movement", "fire 2"], american=["fire 1"], night=night)
    names = ("g1", "beck", "myers", "a1", s.card("movement"), s.card("fire 1", "american"), "nobody")
    options = set(s.pending.options)
    for verb in (*GROUP_ACTIONS(s.g), *FREE_ACTIONS(s.g), *DISCARDS(s.g), "nonsense"):
        for group in ("g1", "g2", "a1"):
            for one, two in itertools.product(("", *names), names):
                action = Action(verb, tuple(filter(None, (group, one, two))), two, "sideways")
                if action not in options:
                    with pytest.raises(IllegalAction):
                        s.position.advance(action)
