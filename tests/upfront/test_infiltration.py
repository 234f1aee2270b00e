"""Infiltration (UF:20.1 to UF:20.57)."""

from __future__ import annotations

import pytest

from defilade.kernel import Chance, Over
from defilade.rules.upfront.game.attack import ORDNANCE
from defilade.rules.upfront.game.play import replace
from defilade.rules.upfront.infantry.fire import fire_attack, targets_of
from defilade.rules.upfront.infantry.firepower import group_firepower
from defilade.rules.upfront.transfers import infiltration
from upfront.hand_to_hand import AMERICANS, GERMANS, inside, near, quiet
from upfront.situation import Situation


def column(s: Situation, man: str = "beck", group: str = "a1") -> int:
    return int(infiltration.infiltration_column(s.g, s.man(man), s.group(group)).total)


def lines(s: Situation) -> dict[str, int]:
    found = infiltration.infiltration_column(s.g, s.man("beck"), s.group("a1"))
    return {line.rule: int(line.value) for line in found.lines[1:]}


def got_in(s: Situation, man: str = "beck") -> Situation:
    """A man gets in with a Movement card."""
    s.do("infiltrate g1", f"send {man}+<movement> a1", "go")
    quiet(s)
    return s.draw(f"{column(s, man)}=red")


@pytest.mark.rule("UF:20.1", "UF:20.2-a")
def test_only_from_relative_range_5() -> None:
    assert near().offers("infiltrate g1")
    far = near({"range": 2})
    assert not far.offers("infiltrate g1")
    assert far.refusal("infiltrate g1").rule == "UF:20.1"


@pytest.mark.rule("UF:20.1")
def test_adjacent_groups_too_but_no_farther() -> None:
    assert near(theirs={"letter": "B"}).offers("infiltrate g1")
    assert not near({"range": 4}, {"letter": "C"}).offers("infiltrate g1")


@pytest.mark.rule("UF:20.2-a")
def test_pinned_men_stay_behind_and_the_group_acts_once() -> None:
    s = near({"men": [{"id": "beck", "pinned": True}, "wolff"]})
    s.do("infiltrate g1")
    assert s.refusal("send beck a1").rule == "UF:20.2-a"
    s.do("send wolff a1", "go").draw("black 6")
    quiet(s)
    assert s.group("g1").acted
    assert s.refusal("infiltrate g1").rule == "UF:4.2-a"


@pytest.mark.rule("UF:20.2-b")
def test_everything_is_named_before_the_first_attempt() -> None:
    s = near().do("infiltrate g1", "send beck a1", "send wolff a1", "cancel")
    assert not s.group("g1").acted and not s.state.picked.get("german")
    s.do("infiltrate g1", "send beck a1", "send wolff a1", "go")
    s.draw("red 4")  # Beck fails
    quiet(s)
    assert isinstance(s.pending, Chance)  # nothing can be called off: Wolff tries
    assert s.man("beck").pinned and "Wolff" in s.pending.asks


@pytest.mark.rule("UF:20.2-b")
def test_plans_are_secret_until_they_are_declared() -> None:
    s = near().do("infiltrate g1", "send beck+<movement> a1")
    assert s.state.picked["german"]
    view = s.position.system.redact(s.state, "american")
    assert "german" not in view.picked
    assert view.stack[-1] == infiltration.Designating("g1")


@pytest.mark.rule("UF:20.21-a", "UF:20.21-b")
def test_morale_check() -> None:
    s = near().do("infiltrate g1", "send beck a1", "send wolff a1", "go")
    s.draw("black 3")  # his Morale is 3: not lower
    quiet(s)
    assert s.man("beck").pinned
    s.draw("red 0")  # the colour does not matter
    assert not s.man("wolff").pinned
    quiet(s)
    s.draw(f"{column(s, 'wolff')}=black")
    assert s.man("wolff").infiltrates == ""


@pytest.mark.rule("UF:10.43-a")
def test_a_hero_tries_again() -> None:
    s = near(german=["hero"])
    s.do("infiltrate g1", "send beck a1", "go").draw("black 5")
    assert s.man("beck").pinned
    s.do("hero <hero>+beck").draw("black 0")
    assert not s.man("beck").pinned
    s.draw(f"{column(s)}=red")
    assert s.man("beck").infiltrates == "a1"


@pytest.mark.rule("UF:20.22-a", "UF:20.22-b")
def test_a_movement_card_replaces_the_check() -> None:
    s = near({"men": ["beck", {"id": "wolff", "pinned": True}]})
    card = s.card("movement")
    s.do("infiltrate g1", "send beck+<movement> a1", "go")
    quiet(s)
    assert "column" in str(s.pending.asks)
    assert card in (*s.state.trays["1"].shown, *s.state.trays["1"].discards)
    group = s.group("g1")
    assert group.range == 3 and [laid.kind for laid in group.laid] == ["terrain"]
    assert s.state.players["german"].discarded == 0
    assert "UF:20.39-a" not in lines(s)


@pytest.mark.rule("UF:20.23-a", "UF:20.61", "UF:20.23-c")
def test_a_crewman_is_no_longer_crew() -> None:
    s = near({"men": ["schussel", {"id": "beck", "crews": "schussel"}]})
    s.do("infiltrate g1", "send beck+<movement> a1", "go")
    assert s.man("beck").crews == ""
    quiet(s)
    s.draw(f"{column(s)}=black")
    assert s.man("beck").crews == ""


@pytest.mark.rule("UF:20.61", "UF:20.23-a", "UF:11.13")
def test_a_gunner_has_no_crew_any_more() -> None:
    s = got_in(near({"men": ["schussel", {"id": "beck", "crews": "schussel"}, "wolff"]}), "schussel")
    assert s.man("schussel").weapon == "german-lmg" and s.man("beck").crews == ""


@pytest.mark.rule("UF:20.23-a", "UF:20.23-c")
def test_a_secondary_weapon_may_be_left_behind() -> None:
    s = near({"men": [{"id": "beck", "secondary": "panzerfaust"}, "wolff"]})
    s.do("infiltrate g1")
    assert s.offers("send beck a1") and s.offers("send beck a1 drop")
    s.do("send beck a1 drop", "go").draw("black 6")
    assert s.man("beck").secondary == "" and s.man("beck").weapon
    assert [one.weapon for one in s.group("g1").loose] == ["panzerfaust"]


@pytest.mark.rule("UF:20.23-a")
def test_a_flamethrower_may_be_left_behind() -> None:
    s = Situation(
        "american",
        [
            {"side": "american", "men": ["moras", "myers"], "range": 3},
            {"side": "german", "men": GERMANS, "range": 2},
        ],
    )
    s.do("infiltrate a1", "send moras g1 drop", "go").draw("black 6")
    assert s.man("moras").weapon == ""
    assert [one.weapon for one in s.group("a1").loose] == ["american-ft"]


@pytest.mark.rule("UF:20.23-b", "UF:20.23-c")
def test_an_mmg_must_be_left_behind() -> None:
    s = near({"men": ["wittenberg", {"id": "beck", "crews": "wittenberg"}]})
    s.do("infiltrate g1", "send wittenberg a1", "go")
    (loose,) = s.group("g1").loose
    assert (loose.weapon, loose.assistant) == ("german-mmg", "beck")
    s.draw("black 6")
    assert s.man("wittenberg").weapon == ""


@pytest.mark.rule("UF:20.24-a", "UF:24.7-a")
@pytest.mark.parametrize("cards", [["minefield"], ["woods", "wire"]])
def test_not_from_minefield_or_wire(cards: list[str]) -> None:
    s = near({"cards": cards})
    assert s.refusal("infiltrate g1").rule == "UF:20.24-a"


@pytest.mark.rule("UF:20.24-b")
def test_out_of_a_stream() -> None:
    s = near({"cards": ["stream"]}, {"men": ["myers"]})
    s.do("infiltrate g1")
    assert s.refusal("send beck a1").rule == "UF:20.24-b"
    s.do("send beck+<movement> a1", "go")
    quiet(s)
    s.draw("red 2 1=red")  # column 1 is red, but red does not ford
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:20.24-b", "UF:8.53-e")
def test_beside_a_gun_the_first_movement_card_is_no_ford() -> None:
    ours = {"men": ["leig18", "beck"], "cards": ["stream", "movement sideways"]}
    s = near(ours, {"men": ["myers"]}).do("infiltrate g1")
    assert s.refusal("send beck a1").rule == "UF:20.24-b"
    quiet(s.do("send beck+<movement> a1", "go")).draw(f"red 2 {column(s)}=red")
    assert s.man("beck").infiltrates == "" and s.said("does not find a ford")
    ours["cards"] = ["stream", "movement sideways", "movement sideways"]
    assert near(ours, {"men": ["myers"]}).do("infiltrate g1").offers("send beck a1")


@pytest.mark.rule("UF:20.53-b", "UF:8.53-e")
def test_a_gun_that_finds_no_ford_calls_them_back() -> None:
    men = ["leig18", {"id": "beck", "infiltrates": "a1"}]
    s = near({"men": men, "cards": ["stream", "movement sideways"]})
    s.do("move g1+<movement> - sideways").draw("red 2")
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:20.24-b")
def test_the_fording_draw_is_the_infiltration_draw() -> None:
    s = near({"cards": ["stream"]}, {"men": ["myers"]})
    s.do("infiltrate g1", "send beck+<movement> a1", "go")
    quiet(s)
    s.draw("black 1=red")
    assert s.man("beck").infiltrates == "a1"


@pytest.mark.rule("UF:20.24-b")
def test_a_ford_card_needs_no_black_number() -> None:
    s = near({"cards": ["stream"]}, {"men": ["myers"]}, german=["ford movement"])
    s.do("infiltrate g1", "send beck+<ford movement> a1", "go")
    s.draw("red 1=red")
    assert s.man("beck").infiltrates == "a1"


@pytest.mark.rule("UF:20.24-c", "UF:8.42-d")
def test_out_of_marsh_only_under_two_movement_cards() -> None:
    assert near({"cards": ["marsh", "movement sideways"]}).refusal("infiltrate g1").rule == "UF:20.24-c"
    assert near({"cards": ["marsh", "movement sideways", "movement sideways"]}).offers("infiltrate g1")


@pytest.mark.rule("UF:20.25-a", "UF:24.7-a")
def test_nobody_infiltrates_a_minefield() -> None:
    assert near(theirs={"cards": ["minefield"]}).refusal("infiltrate g1").rule == "UF:20.25-a"


@pytest.mark.rule("UF:20.25-b")
@pytest.mark.parametrize("cards", [["stream"], ["marsh"], ["woods", "wire"]])
def test_other_terrain_is_no_bar(cards: list[str]) -> None:
    assert near(theirs={"cards": cards}).offers("infiltrate g1")


@pytest.mark.rule("UF:20.3-a", "UF:20.3-c", "UF:20.34", "UF:8.74")
def test_red_in_the_column_gets_in() -> None:
    s = near()
    assert lines(s) == {"UF:20.34": -1}
    assert column(s) == 2  # three men, less one for Woods
    got_in(s)
    assert s.man("beck").infiltrates == "a1"
    assert s.man("beck").group == "g1"


@pytest.mark.rule("UF:20.3-b")
def test_black_is_harmless() -> None:
    s = near().do("infiltrate g1", "send beck+<movement> a1", "go")
    quiet(s)
    s.draw("2=black")
    beck = s.man("beck")
    assert not beck.pinned and beck.infiltrates == ""


@pytest.mark.rule("UF:20.3-d", "UF:9.4-a")
def test_a_concealed_card_for_the_man() -> None:
    s = near(german=["movement", "movement", "concealed -1"])
    s.do("infiltrate g1", "send beck+<movement> a1")
    s.do(next(text for text in s.options("send") if text.startswith("send wolff+c")), "go")
    s.do("conceal <concealed -1>").draw("1=red 2=black")  # column 2 less 1
    assert s.man("beck").infiltrates == "a1"
    quiet(s).draw("1=red 2=black")
    assert s.man("wolff").infiltrates == ""


@pytest.mark.rule("UF:20.31")
def test_night() -> None:
    assert lines(near(night=True))["UF:20.31"] == -3
    assert "UF:20.31" not in lines(near(theirs={"lit": 1}, night=True))


@pytest.mark.rule("UF:20.32")
def test_smoke_on_either_group() -> None:
    s = near({"cards": ["woods", "smoke"]}, {"cards": ["woods", "smoke"]})
    assert lines(s)["UF:20.32"] == -4


@pytest.mark.rule("UF:20.33", "UF:8.82")
def test_brush() -> None:
    assert lines(near({"cards": ["brush"]})) == {"UF:20.33": -2}


@pytest.mark.rule("UF:20.35")
def test_hill() -> None:
    assert lines(near({"cards": ["hill"]})) == {"UF:20.35": 1}


@pytest.mark.rule("UF:20.36")
def test_pillbox() -> None:
    assert lines(near(theirs={"cards": ["pillbox"]}))["UF:20.36"] == 1


@pytest.mark.rule("UF:20.37", "UF:8.12")
def test_open_ground() -> None:
    assert lines(near({"cards": []})) == {"UF:20.37": 2}


@pytest.mark.rule("UF:20.38", "UF:10.14")
def test_pinned_defenders() -> None:
    s = near(theirs={"men": [{"id": "myers", "pinned": True}, {"id": "degi", "pinned": True}, "burke"]})
    assert lines(s)["UF:20.38"] == -2


@pytest.mark.rule("UF:20.39-a", "UF:20.39-b")
def test_moving_groups() -> None:
    s = near({"cards": ["woods", "movement sideways"]}, {"cards": ["woods", "movement sideways"]})
    found = lines(s)
    assert found["UF:20.39-a"] == found["UF:20.39-b"] == 2
    twice = near({"cards": ["woods", "movement sideways", "movement sideways"]})
    assert lines(twice)["UF:20.39-a"] == 2


@pytest.mark.rule("UF:20.39-b", "UF:17.8-a")
def test_a_group_whose_last_man_is_on_his_way_is_moving() -> None:
    assert lines(near(theirs={"men": [{"id": "myers", "transfers_to": "a2"}]}))["UF:20.39-b"] == 2
    assert "UF:20.39-b" not in lines(near(theirs={"men": [{"id": "myers", "transfers_to": "a2"}, "degi"]}))


@pytest.mark.rule("UF:20.39-c")
def test_from_an_infiltrated_group() -> None:
    s = near(theirs={"men": [{"id": "myers", "infiltrates": "g1"}, "degi"]})
    assert lines(s)["UF:20.39-c"] == 2


@pytest.mark.rule("UF:20.4-a")
def test_night_and_smoke_never_together() -> None:
    one = lines(near({"cards": ["woods", "smoke"]}, night=True))
    assert one["UF:20.31"] == -3 and "UF:20.32" not in one
    two = lines(near({"cards": ["woods", "smoke"]}, {"cards": ["woods", "smoke"]}, night=True))
    assert two["UF:20.31"] == -3 and "UF:20.32" not in two, "Smoke has no effect at night (UF:13.26)"
    assert two["UF:20.34"] == -1


@pytest.mark.rule("UF:20.4-b")
def test_columns_end_at_1_and_10() -> None:
    assert column(near({"cards": ["brush", "smoke"]}, {"men": ["myers"]})) == 1
    men = [*AMERICANS, "fox", "smith", "anderson", "watson", "edwards"]
    s = near({"cards": ["movement advance"]}, {"men": men, "cards": ["woods", "movement sideways"]})
    assert column(s) == 10


@pytest.mark.rule("UF:20.3-a", "UF:20.4-a")
def test_the_example_of_the_rules() -> None:
    men = [{"id": "myers", "pinned": True}, "degi", "burke", "fox", "smith"]
    assert column(near({"cards": ["brush"]}, {"men": men})) == 2


# -- infiltrators ------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:20.5")
def test_he_is_still_hit_with_his_group() -> None:
    s = got_in(near())
    s.end_turn()
    assert "beck" in targets_of(s.g, fire_attack(s.group("a1"), s.group("g1")))
    assert s.man("beck").group == "g1"


@pytest.mark.rule("UF:20.51")
def test_double_firepower_against_that_group_only() -> None:
    s = inside()
    plain = near()
    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert group_firepower(s.g, attack) == 12  # three rifles of 3, one doubled
    assert group_firepower(plain.g, fire_attack(plain.group("g1"), plain.group("a1"))) == 9


@pytest.mark.rule("UF:20.51", "UF:20.531", "UF:20.53-c")
def test_firing_ends_the_status_after_the_attack() -> None:
    s = inside()
    s.do("fire g1+<fire 2> a1", "declare")
    assert s.man("beck").infiltrates == "a1"
    quiet(s)
    s.do("decline")
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:20.531", "UF:20.532")
def test_infiltrators_abstain_each_for_himself() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}, "bernhoff"]
    s = near({"men": men})
    s.do("fire g1+<fire 2> a1", "abstain beck")
    assert s.options("abstain") == ["abstain wolff"], "and once only"
    s.do("declare")
    quiet(s)
    s.do("decline")
    assert s.man("beck").infiltrates == "a1" and s.man("wolff").infiltrates == ""


@pytest.mark.rule("UF:20.53-a")
def test_a_pin_ends_it() -> None:
    s = near(
        {"men": ["beck", "wolff"], "cards": []},
        {"men": [{"id": "myers", "infiltrates": "g1"}], "cards": []},
    )
    s.fire("g1", "a1", "fire 2").draw("black 5")
    assert s.man("myers").pinned and s.man("myers").infiltrates == ""


@pytest.mark.rule("UF:20.53-b")
def test_own_movement_ends_it() -> None:
    s = inside().do("move g1+<movement> - sideways")
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:20.53-b")
def test_clearing_wire_does_not() -> None:
    s = inside(ours={"cards": ["woods", "wire"]})
    (option,) = [text for text in s.options("clear-wire") if s.card("movement") in text][:1]
    s.do(option)
    assert s.man("beck").infiltrates == "a1"


@pytest.mark.rule("UF:20.53-b")
def test_a_failed_ford_ends_it() -> None:
    s = inside(ours={"cards": ["stream"]}).do("move g1+<movement> - sideways").draw("red 3")
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:20.53-d", "UF:20.55")
def test_the_group_gets_away_step_by_step() -> None:
    s = Situation(
        "american",
        [
            {"side": "american", "men": AMERICANS, "range": 2, "cards": ["woods"]},
            {"side": "german", "men": [{"id": "beck", "infiltrates": "a1"}, "wolff"], "range": 3},
        ],
        american=["movement", "woods"],
        german=["fire 2"],
    )
    s.do("move a1+<movement> - retreat")
    assert s.man("beck").infiltrates == "a1"  # Relative Range 4, not in terrain yet
    attack = fire_attack(s.group("g1"), s.group("a1"))
    assert attack.range == 4
    assert group_firepower(s.g, attack) == 9  # two rifles of 3, one still doubled
    s.end_turn()
    s.end_turn()
    s.do("terrain a1+<woods>")
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:20.53-d")
def test_two_movement_cards_get_away() -> None:
    s = Situation(
        "american",
        [
            {"side": "american", "men": AMERICANS, "range": 1, "cards": ["woods", "movement retreat"]},
            {"side": "german", "men": [{"id": "beck", "infiltrates": "a1"}, "wolff"], "range": 3},
        ],
        american=["movement"],
    )
    s.do("move a1+<movement> - retreat")
    assert s.man("beck").infiltrates == ""


@pytest.mark.rule("UF:20.55")
def test_no_close_combat_from_relative_range_4() -> None:
    s = inside(theirs={"range": 1, "cards": ["woods", "movement retreat"]})
    assert s.refusal("close-combat g1").rule == "UF:20.55"


@pytest.mark.rule("UF:20.54")
def test_ordnance_of_the_group_spares_him() -> None:
    s = inside()
    attack = replace(fire_attack(s.group("a1"), s.group("g1")), kind=ORDNANCE)
    assert targets_of(s.g, attack) == ("wolff", "bernhoff")
    assert "beck" in targets_of(s.g, fire_attack(s.group("a1"), s.group("g1")))


@pytest.mark.rule("UF:20.54")
def test_no_shot_at_a_group_of_infiltrators() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}]
    for others, offered in (([], False), (["bernhoff"], True)):
        s = Situation(
            "american",
            [
                {"side": "american", "men": ["towle", "myers"], "range": 3},
                {"side": "german", "men": [*men, *others], "range": 2},
            ],
            american=["fire 1"],
        )
        assert s.offers("shoot a1+towle+<fire 1> g1") is offered
        if not offered:
            assert s.refusal("shoot a1+towle+<fire 1> g1").rule == "UF:20.54"


@pytest.mark.rule("UF:20.56-b", "UF:19.3-qa")
def test_giving_the_status_up_is_the_groups_action() -> None:
    men = [{"id": "beck", "infiltrates": "a1"}, {"id": "wolff", "infiltrates": "a1"}]
    s = near({"men": men}).do("come-back g1+beck")
    assert s.man("beck").infiltrates == "" and s.man("wolff").infiltrates == "a1"
    assert s.refusal("come-back g1+wolff").rule == "UF:4.2-a"


@pytest.mark.rule("UF:20.56-a", "UF:17.7-h")
def test_no_lateral_transfer_for_either_group() -> None:
    def shifts(s: Situation) -> bool:
        return bool(s.options("shift"))

    letters = {"letter": "B"}
    assert shifts(near(letters, letters))
    assert not shifts(inside(letters, letters))
    assert not shifts(near(letters, {"men": [{"id": "myers", "infiltrates": "g1"}, "degi"], **letters}))


@pytest.mark.rule("UF:16.3-b", "UF:20.2-b")
@pytest.mark.parametrize("card", [True, False])
def test_nobody_slips_in_any_more_when_time_is_up(card: bool) -> None:
    """To infiltrate is no attack: with the last card of the last pile the game ends, whoever else was sent."""
    low = next(one.id for one in near().g.deck.values() if one.number == 0)
    s = near(pile=[low], decks=1, german=["movement", "movement"], american=[])
    first, second = (one for one, _ in s.g.holds("german", "movement"))
    sent = (f"send beck+{first} a1", f"send wolff+{second} a1") if card else ("send beck a1", "send wolff a1")
    s.do("infiltrate g1", *sent, "go")
    quiet(s).draw(low)
    assert isinstance(s.pending, Over) and "Time is up" in s.pending.why
