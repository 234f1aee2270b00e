"""What players ask about the rules, section by section: answers that follow from them but are easily missed."""

from __future__ import annotations

from typing import Any

import pytest

from defilade.kernel import Chance, Choice
from defilade.rules.upfront.close_quarters.close_combat import crew_mates
from defilade.rules.upfront.designs.aftermath import Decisions, settle
from defilade.rules.upfront.designs.rosters import change, new_roster
from defilade.rules.upfront.game.attack import MISSION, MORTAR, ORDNANCE, Attack, breakdown
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.losses import remove
from defilade.rules.upfront.infantry.fire import fire_attack
from defilade.rules.upfront.ordnance.infantry_guns import BOXED, PLAIN, stages_of
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.vehicles.afv_damage import plate_under_fire
from upfront.armour import american, field, fire_of, german, tank, vehicle
from upfront.gunnery import duel, frequency, shoot
from upfront.situation import Situation

GERMANS = (["beck", "wolff"], ["streich", "bernhoff"], ["hessel", "wollak"])
AMERICANS = (["myers", "smith"], ["burke", "watson"], ["fox", "degi"])


def lines(ours: list[Any], theirs: list[Any], **more: Any) -> Situation:
    """Groups from A on: a range chit, or a whole entry."""
    groups = []
    for side, entries, names in (("german", ours, GERMANS), ("american", theirs, AMERICANS)):
        for number, entry in enumerate(entries):
            given = entry if isinstance(entry, dict) else {"range": entry}
            groups.append({"side": side, "men": names[number], **given})
    more = {"german": [], "american": [], **more}
    return Situation(more.pop("turn", "german"), groups, **more)


def next_turn(s: Situation) -> Situation:
    return s.end_turn().end_turn()


def cards_on(s: Situation, group: str) -> list[str]:
    return [laid.terrain or laid.mode or laid.kind for laid in s.group(group).laid]


def letters(s: Situation) -> list[str]:
    return [group.letter for group in s.state.groups.values() if group.side == "german"]


# -- movement and fire -------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:5.1-a", "UF:5.4-a")
def test_a_movement_card_is_not_taken_back() -> None:
    """Whatever else the group does, the card stays on it."""
    s = lines(
        [{"range": 1, "cards": ["woods", "movement advance"]}], [1], german=["fire 1", "movement", "hero"]
    )
    assert isinstance(s.pending, Choice)
    for option in s.pending.options:
        if option.verb not in ("terrain", "open-ground"):
            position = s.position.clone()
            position.advance(option)
            assert any(laid.mode == "advance" for laid in position.state.groups["g1"].laid), option
    assert cards_on(next_turn(s), "g1") == ["woods", "advance"]


@pytest.mark.rule("UF:5.41-a", "UF:5.41-b", "UF:7.2-d")
def test_terrain_lies_under_two_movement_cards_until_new_terrain_comes() -> None:
    s = lines([{"range": 1, "cards": ["woods", "movement sideways"]}], [1], german=["movement", "brush"])
    s.do("move g1+<movement> - retreat")
    assert cards_on(s, "g1") == ["woods", "sideways", "retreat"]
    next_turn(s).do("terrain g1+<brush>")
    assert cards_on(s, "g1") == ["brush"]


@pytest.mark.rule("UF:5.51-a", "UF:5.51-d")
@pytest.mark.parametrize(("chit", "enemy", "goes"), [(0, 1, True), (-1, 1, False), (-1, 0, False)])
def test_a_retreat_is_judged_by_the_true_range(chit: int, enemy: int, goes: bool) -> None:
    """Chits of -1 and 0 are at Relative Range -1: 0 for fire, but nobody retreats from there."""
    s = lines([chit], [enemy], german=["red movement"])
    assert s.offers("move g1+<movement> - retreat") is goes
    if not goes:
        assert s.refusal("move g1+<movement> - retreat").rule == "UF:5.51-a"
    assert fire_attack(s.group("g1"), s.group("a1")).range == max(0, chit + enemy)


@pytest.mark.rule("UF:6.5-a", "UF:6.5-b")
def test_an_attack_is_resolved_to_its_end() -> None:
    s = lines([2], [2], german=["fire 2"])
    s.do("fire g1+<fire 2> a1", "declare", "resolve").draw("black 5")
    assert isinstance(s.pending, Chance), "the second man is next, whether the attacker likes it or not"
    s.draw("black 5")
    assert s.man("myers").pinned and s.man("smith").pinned


@pytest.mark.rule("UF:7.32-b", "UF:18.4")
def test_weapons_that_were_left_are_not_found_again() -> None:
    """A group that goes around terrain is back on its old card, but what lay there is lost."""
    loose = [{"weapon": "german-lmg"}]
    s = lines(
        [{"range": 1, "cards": ["woods"], "loose": loose}], [1], german=["movement"], american=["marsh"]
    )
    assert s.group("g1").loose
    s.do("move g1+<movement> - sideways").end_turn()
    s.do("done", "put-terrain <marsh> g1")
    while s.state.mover == "american":
        s.do("done")
    s.do("reject g1")
    assert cards_on(s, "g1") == ["woods"] and not s.group("g1").loose


@pytest.mark.rule("UF:17.4", "UF:10.45-b")
def test_flanking_fire_doubles_the_full_value_of_a_crewed_machine_gun() -> None:
    crew = ["schussel", {"id": "schultz", "crews": "schussel"}]
    flanking = {"men": crew, "range": 2, "flanks": ["a2"]}
    assert answer(lines([flanking, 1], [1, 2]).g, "firepower g1 a2") == 2 * 7
    hero = {**flanking, "men": [{"id": "schussel", "heroic": True}, "schultz"]}
    assert answer(lines([hero, 1], [1, 2]).g, "firepower g1 a2") == 3 * 4 + 2 * 3, "in brackets, tripled"


@pytest.mark.rule("UF:13.32-c")
def test_a_hit_from_wire_is_as_strong_as_any_other() -> None:
    told = []
    for cards in ([], ["wire"]):
        s = duel(
            {"men": ["gerhart", {"id": "wolff", "crews": "gerhart"}], "cards": cards}, {"men": ["sherman"]}
        )
        told.append((frequency(s, "gerhart", "a1", "armor"), answer(s.g, "hit strength gerhart a1 0 armor")))
    assert told[0][0] != told[1][0] and told[0][1] == told[1][1]


# -- Snipers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:14.4-b")
@pytest.mark.parametrize(("before", "draw", "beaten"), [(4, "red 2", 2), (2, "black 4", 2)])
def test_of_two_snipers_the_lower_number_is_to_be_beaten(before: int, draw: str, beaten: int) -> None:
    sniped = {"range": 1, "men": ["myers"], "sniped": before, "sniped_by": "german"}
    s = lines([1], [sniped], german=["sniper", "fire 1"], stage="discards")
    s.do("sniper <sniper> a1").draw(draw)
    assert s.group("a1").sniped == beaten


@pytest.mark.rule("UF:14.41")
def test_two_snipers_must_be_found_twice() -> None:
    sniped = {"range": 1, "sniped": 1, "sniped_by": "german"}
    s = lines([1], [sniped, sniped], turn="american", german=["sniper"], sides={"german": {"snipers": 2}})
    (card,) = s.state.hands["german"]
    s.do("sniper-check a1").draw("black 3")
    assert not s.g.is_cower("german", s.g.deck[card]), "one of them is left"
    s.do("sniper-check a2").draw("black 3")
    assert s.g.is_cower("german", s.g.deck[card])


# -- victory -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:16.4-b", "UF:16.4-d")
@pytest.mark.parametrize(("ground", "points"), [("buildings", -2), ("woods", 0)])
def test_negative_chits_cost_points_in_the_terrain_that_counts(ground: str, points: int) -> None:
    victory = {"type": "points", "buildings_only": True}
    s = lines([{"range": -1, "cards": [ground]}], [1], victory=victory)
    assert answer(s.g, "points german") == points


# -- flanks and encirclements ------------------------------------------------------------------------------------


@pytest.mark.rule("UF:17.1-b", "UF:17.1-qa")
def test_whom_a_flank_card_serves_against_is_settled_as_it_is_played() -> None:
    s = lines([0, 1], [1, 1], german=["flank movement"]).do("move g1+<flank movement> - sideways")
    assert s.options() == ["flank g1 a2", "no"]
    s.do("no")
    assert not s.options("flank") and not next_turn(s).options("flank") and not s.group("g1").flanks


@pytest.mark.rule("UF:17.4")
def test_flanking_fire_does_not_help_ordnance_against_infantry() -> None:
    told = []
    for flanks in ([], ["a1"]):
        s = duel(
            {"men": ["bauer", {"id": "wolff", "crews": "bauer"}], "range": 0, "flanks": flanks},
            {"men": ["myers"]},
        )
        told.append((frequency(s, "bauer", "a1"), answer(s.g, "hit strength bauer a1 0")))
    assert told[0] == told[1]


@pytest.mark.rule("UF:17.4", "UF:17.41", "UF:28.53-d")
def test_getting_free_does_not_end_flanking_fire() -> None:
    s = field(
        "german",
        german(tank("pz4", bogged=True), range=1, cards=["woods"], flanks=["a2"]),
        german("beck", range=1),
        american("myers", range=1),
        american("burke", range=2),
        german=["movement"],
    )
    s.do("get-free g1+<movement>").draw("red 4")
    assert s.group("g1").flanks == ("a2",)


@pytest.mark.rule("UF:17.6-c", "UF:17.62-b")
@pytest.mark.parametrize(("front", "holds"), [(-1, False), (0, True), (1, True)])
def test_the_group_in_front_is_at_relative_range_2_or_nearer(front: int, holds: bool) -> None:
    assert answer(lines([front, 4], [2, 0]).g, "may encircle g2 a1") is holds


@pytest.mark.rule("UF:17.6-a", "UF:17.7-a")
def test_one_card_does_not_change_the_letter_and_encircle_from_there() -> None:
    """B is behind the enemy's A and can encircle it; C on its way to B cannot, nor when it gets there."""
    s = lines([0, 4], [2, 0], german=["movement"])
    assert s.do("move g2+<movement> - sideways").options("encircle") == ["encircle g2 a1"]
    s = lines([0, {"range": 4, "letter": "C"}], [2, 0], german=["movement", "woods"])
    assert not s.do("shift g2+<movement> B").options("encircle")
    next_turn(s).do("terrain g2+<woods>")
    assert letters(s) == ["A", "B"] and not s.options("encircle") and not s.group("g2").encircles


# -- transfers ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:17.7-c", "UF:17.7-d")
def test_a_second_movement_card_does_not_complete_an_exchange() -> None:
    s = lines([1, 1], [1, 1], german=["movement", "movement", "movement"])
    first, second = [card for card, _ in s.g.holds("german", "movement")][:2]
    s.do(f"swap g1+{first}+g2+{second}")
    next_turn(s)
    for option in s.options("move"):
        if option.startswith("move g1") and option.endswith("sideways"):
            s.do(option)
            break
    assert letters(s) == ["A", "B"], "terrain only brings the letter"


ON_THE_WAY = ["diettinger", {"id": "beck", "transfers_to": "g2"}, "wolff"]


@pytest.mark.rule("UF:17.8-b")
def test_wire_on_the_sender_does_not_stop_men_who_are_on_their_way() -> None:
    s = lines([{"range": 1, "men": ON_THE_WAY, "cards": ["woods", "wire"]}, 1], [1, 1])
    s.do("receive g2", "stand beck - 3")
    assert s.man("beck").group == "g2"


@pytest.mark.rule("UF:17.8-a", "UF:17.8-b")
def test_men_may_join_a_group_on_wire() -> None:
    wired = {"range": 1, "cards": ["woods", "wire"]}
    s = lines([{"range": 1, "men": ["diettinger", "beck", "wolff"]}, wired], [1, 1], german=["movement"])
    s.do("transfer g1 g2", "depart <movement>+beck", "set-out")
    next_turn(s).do("receive g2", "stand beck - 3")
    assert s.man("beck").group == "g2"


@pytest.mark.rule("UF:17.8-a")
def test_a_transfer_is_not_called_off() -> None:
    """Whatever the player does, but for receiving him, the man is still on his way."""
    s = lines([{"range": 1, "men": ON_THE_WAY}, 1], [1, 1], german=["fire 1", "hero", "movement"])
    assert isinstance(s.pending, Choice)
    for option in s.pending.options:
        if option.verb != "receive":
            position = s.position.clone()
            position.advance(option)
            assert position.state.units["beck"].transfers_to == "g2", option
    assert next_turn(s).man("beck").transfers_to == "g2"


# -- weapons -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:18.22", "UF:20.61")
def test_an_assistant_whose_gunner_has_fallen_is_still_crew_hand_to_hand() -> None:
    men = [{"id": "griess", "pinned": True}, {"id": "wolff", "crews": "griess"}, "beck", "streich"]
    s = lines([{"range": 3, "men": men}], [2])
    remove(s.g, s.unit("griess"), "kia")
    assert s.man("wolff").crews == "griess"
    assert answer(s.g, "close combat value wolff") == s.man("wolff").morale
    assert answer(s.g, "close combat value beck") > s.man("beck").morale
    assert crew_mates(s.g, s.man("wolff")) == []


def attacked(men: list[Any], *draws: str, cards: list[str] | None = None) -> Situation:
    s = lines([{"range": 2, "men": men, "cards": cards or []}], [2], german=["fire 2 needs 3"])
    return s.fire("g1", "a1", "fire 2 needs 3").draw(*draws)


@pytest.mark.rule("UF:19.13-a", "UF:19.13-c")
def test_an_unarmed_man_counts_for_the_position_of_a_malfunction() -> None:
    s = attacked(["beck", {"id": "wolff", "weapon": ""}, "streich"], "red 6", "3=2", "black 1")
    assert not any(s.man(one).broken for one in ("beck", "wolff", "streich"))
    assert s.breakdown().total == 2, "and the attack is as strong as before"
    s = attacked(["beck", {"id": "wolff", "weapon": ""}, "streich"], "red 6", "3=3", "black 1")
    assert s.man("streich").broken


@pytest.mark.rule("UF:19.15-a", "UF:8.52-c")
@pytest.mark.parametrize(("cards", "breaks"), [(["stream"], True), ([], False)])
def test_a_fully_crewed_lmg_in_a_stream_breaks_on_a_red_5(cards: list[str], breaks: bool) -> None:
    s = attacked(["griess", {"id": "wolff", "crews": "griess"}, "beck", "streich"], "red 5", cards=cards)
    assert s.man("griess").broken is breaks


@pytest.mark.rule("UF:19.4", "UF:26.3")
def test_a_ruined_mortar_has_no_firepower_near_by() -> None:
    men = [{"id": "bauer", "broken": True}, "diettinger"]
    s = lines([{"range": 3, "men": ["bauer"]}], [2])
    assert answer(s.g, "firepower g1 a1") == 2
    s = lines([{"range": 3, "men": men}], [2], german=["fire 1"])
    alone = answer(lines([{"range": 3, "men": ["diettinger"]}], [2]).g, "firepower g1 a1")
    s.do("repair g1+bauer").draw("red 6")
    assert not s.man("bauer").weapon and answer(s.g, "firepower g1 a1") == alone


@pytest.mark.rule("UF:26.3", "UF:11.13")
def test_a_mortar_is_uncrewed_so_that_both_men_fire() -> None:
    s = lines([{"range": 3, "men": ["bauer", {"id": "wolff", "crews": "bauer"}]}], [2])
    assert answer(s.g, "firepower g1 a1") == 2
    s.do("uncrew g1+wolff")
    assert answer(s.g, "firepower g1 a1") == 2 + 3


# -- ordnance and vehicles ---------------------------------------------------------------------------------------


@pytest.mark.rule("UF:27.1-b", "UF:27.2-a", "UF:28.43-c")
def test_a_closed_vehicle_acquires_and_an_opened_one_keeps_its_target() -> None:
    s = shoot(duel({"men": [tank("pz4", pinned=True)]}, {"men": ["myers"]}), "pz4", "a1", "black 6")
    assert vehicle(s, "pz4").acquired == "a1"
    s = duel({"men": [tank("pz4", pinned=True, acquired="a1")]}, {"men": ["myers"]}, german=["hero"])
    s.do("hero <hero>+pz4")
    assert not vehicle(s, "pz4").pinned and vehicle(s, "pz4").acquired == "a1"


@pytest.mark.rule("UF:28.431-a", "UF:22.1-a")
@pytest.mark.parametrize("lost", [0, 1])
def test_the_flamethrower_of_a_vehicle_is_weaker_for_a_lost_crewman(lost: int) -> None:
    s = field(
        "german", german(tank("flamm2", broken=["mg"], crew_killed=lost), range=3), american("myers", range=2)
    )
    assert breakdown(s.g, fire_of(s, "g1", "a1", 3)).total == 3 - lost


@pytest.mark.rule("UF:28.46-b")
def test_a_vehicle_moving_sideways_shows_its_flank_to_ordnance_only() -> None:
    """The front of the halftrack takes 2, its flank 1."""
    s = field(
        "american",
        american("myers", range=3),
        german("sdkfz251", range=2, cards=["movement sideways"]),
    )
    attack = fire_of(s, "a1", "g1", 2, boxed=True)
    assert plate_under_fire(s.g, vehicle(s, "sdkfz251"), attack)[0].kill == 2


@pytest.mark.rule("UF:28.52", "UF:28.53-a")
def test_the_movement_card_of_a_vehicle_that_bogs_down_is_discarded() -> None:
    s = field(
        "german",
        german("beck"),
        american("sherman", range=1, cards=["brush", "movement advance"]),
        german=["wire"],
        stage="discards",
    )
    card = s.group("a1").laid[-1].card
    s.do("wire <wire> a1").draw("8=red")
    assert vehicle(s, "sherman").bogged and cards_on(s, "a1") == ["brush"]
    tray = s.state.trays["1"]
    assert card in (*tray.discards, *tray.shown)


@pytest.mark.rule("UF:28.72")
@pytest.mark.parametrize("vehicles", [("m3",), ("m3", "sherman")])
def test_vehicles_on_both_sides_hide_men_no_better_than_one(vehicles: tuple[str, ...]) -> None:
    before, *after = [american(one, range=2) for one in vehicles]
    s = field("german", german("beck", range=2), before, american("myers", range=2, id="men"), *after)
    assert breakdown(s.g, fire_of(s, "g1", "men", 3)).total == 2


@pytest.mark.rule("UF:29.2-a")
def test_an_overrun_is_not_called_off() -> None:
    s = field(
        "german", german("pz4", range=3), american("myers", "degi", range=2), german=["movement"], american=[]
    )
    s.do("overrun g1+<movement> a1")
    for draw in ("black 3", "black 0", "black 0"):
        assert isinstance(s.pending, Chance), "nobody is asked whether it goes on"
        s.draw(draw)
    assert [event.kind for event in s.events].count("resolved") == 2


@pytest.mark.rule("UF:29.5-b", "UF:17.6-a")
def test_a_vehicle_does_not_encircle_whom_it_has_driven_through() -> None:
    """It is behind them now, with friends in front, but directly opposite and not beside them."""
    through = german(tank("pz4", overran=["a1"]), range=4, letter="A", id="tank", cards=["movement advance"])
    s = field(
        "german",
        german("beck", "wolff", range=0, letter="B"),
        through,
        american("myers", range=2),
        german=["movement"],
    )
    s.do("move tank+<movement> - sideways")
    assert not s.options("encircle") and not answer(s.g, "may encircle tank a1")


# -- wounds, guns, night and campaigns ---------------------------------------------------------------------------


@pytest.mark.rule("UF:33.7-a")
def test_endurance_waits_for_the_first_full_turn_of_a_new_deck() -> None:
    """The pile runs out at the Germans' refill: their wounded draw when their next turn begins, not before."""
    hurt = {"men": [{"id": "beck", "wounded": True}, "wolff"], "range": 1}
    s = lines([hurt], [1], german=[], american=["rally 1"], stage="refill", pile=["c1", "c2"])
    for _ in range(20):
        if s.state.turn > 2:
            break
        assert "goes on unless" not in s.pending.asks  # type: ignore[union-attr]
        if isinstance(s.pending, Chance):
            s.draw(s.pending.pool[0])
        else:
            s.do(s.options("draw")[0] if s.options("draw") and s.side() == "german" else s.options()[-1])
    assert s.state.mover == "german" and s.state.trays["1"].number == 2
    assert "goes on unless" in s.pending.asks or "Hero" in s.pending.asks  # type: ignore[union-attr]


@pytest.mark.rule("UF:34.3-a", "UF:19.3-b")
def test_a_gun_that_is_ruined_stays_and_can_move() -> None:
    ruined = tank("leig18", lost_weapons=["gun"])
    s = lines([{"range": 1, "men": [ruined, "beck"]}], [1], german=["movement", "fire 1"])
    assert not s.options("shoot")
    s.do("move g1+<movement> - advance")
    assert s.group("g1").range == 2 and "leig18" in s.state.units


@pytest.mark.rule("UF:34.4")
@pytest.mark.parametrize("kind", [ORDNANCE, MORTAR, MISSION])
def test_shots_and_artillery_meet_the_boxed_values_of_a_gun(kind: str) -> None:
    s = lines([1], [{"range": 1, "men": ["m1a1"]}])
    attack = Attack(kind, "german", "a1", "" if kind == MISSION else "g1", strength=3)
    assert stages_of(s.g, attack) == (BOXED,)
    assert stages_of(s.g, fire_of(s, "g1", "a1")) == (PLAIN,), "unlike fire from the front"


@pytest.mark.rule("UF:36.2-a", "UF:13.31")
def test_an_entrenchment_in_brush_under_wire_is_worth_1() -> None:
    s = lines([{"range": 1, "cards": ["brush", "wire"], "entrenched": True}], [1])
    attack = fire_of(s, "a1", "g1", 4)
    assert breakdown(s.g, attack, s.unit("beck")).total == 4 - 1


@pytest.mark.rule("UF:38.5-a", "UF:38.3-b")
def test_a_starshell_is_no_fire() -> None:
    s = lines(
        [{"range": 2, "men": ["diettinger", "beck"]}], [{"range": 1, "men": ["allen", "smith"]}], night=True
    )
    before = answer(s.g, "observation range a1 g1")
    s.do("observe g1 a1").draw("black 0").do("starshell g1 a1")
    assert not s.group("g1").fired and answer(s.g, "observation range a1 g1") == before


@pytest.mark.rule("UF:42.42-a", "UF:42.42-b", "UF:42.44-b")
def test_elan_of_a_perfect_man_does_not_save_him_from_a_rout() -> None:
    box, tables = library(), campaign_tables()
    roster = change(new_roster(box, tables, "german"), "beck", morale=7, panic=7, elan=12)
    s = lines([1], [1])
    remove(s.g, s.unit("beck"), "rout")
    found = settle(box, tables, roster, s.state, "german", 1, won=False, decisions=Decisions()).roster.men[
        "beck"
    ]
    assert (found.morale + found.panic, found.elan) == (13, 0)
    roster = change(new_roster(box, tables, "german"), "wolff", morale=7, panic=7, elan=12)
    stays = settle(box, tables, roster, s.state, "german", 1, won=False, decisions=Decisions()).roster.men[
        "wolff"
    ]
    assert (stays.morale, stays.panic) == (7, 7), "there is nothing to spend it on"
