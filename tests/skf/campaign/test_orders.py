"""Orders of the Refit Phase as a player gives them: what is asked, what may be said, and that it stays secret."""

from __future__ import annotations

import random

import pytest

from defilade.kernel.chance import Committed
from defilade.rules.sk.full.campaign.book import (
    DEPLOY,
    ENTRY,
    ESCAPE,
    INITIATIVE,
    OVER,
    PLAY,
    PURCHASE,
    REFIT,
    SHIFT,
    STRIKE,
    Book,
    CampaignError,
    Purchase,
    PurchaseOrders,
    book_text,
    date_id,
    read_book,
    view_of,
)
from defilade.rules.sk.full.campaign.campaign import new_campaign
from defilade.rules.sk.full.campaign.orders.asking import (
    as_begun,
    ask,
    hand_in,
    leave_to_staff,
    pick,
    start_again,
    take_back,
)
from defilade.rules.sk.full.campaign.orders.options import Option
from defilade.rules.sk.full.campaign.refit import after_scenario, no_orders, proceed, submit, waits_for
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, SIDES, campaign_tables
from skf.campaign.books import Table
from skf.campaign.test_campaign import WEST, played, scattered

SEED = "5e" * 32


def option(book: Book, side: str, words: str) -> Option:
    found = [one for one in ask(book, side).options if words in one.label or words == one.pick]
    assert found, (words, [one.label for one in ask(book, side).options])
    return found[0]


def say(book: Book, side: str, *words: str) -> Book:
    for one in words:
        book = pick(book, side, option(book, side, one).pick)
    return book


def labels(book: Book, side: str) -> list[str]:
    return [one.label for one in ask(book, side).options]


def at(step: str, british: str = WEST, date: str = "24 Mid-Day") -> Table:
    t = Table(british, date=date).front()
    t.book.step = step
    return t


# -- buying ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.515-a", "DAE:4.5151-a", "DAE:4.515-b")
def test_groups_are_bought_one_by_one_until_the_points_are_gone() -> None:
    t = at(PURCHASE)
    t.work.side(BRITISH).cpp = 8
    book = t.book
    assert "8 CPP" in ask(book, BRITISH).asks
    prices = {one.pick: one.price for one in ask(book, BRITISH).options}
    assert prices["V2"] == 5
    assert prices["O2"] == 3
    assert "I1@entry" in prices  # 8 CPP: nothing is left for the surcharge
    book = say(book, BRITISH, "V2")
    assert not ask(book, BRITISH).ready
    assert {one.pick: one.price for one in ask(book, BRITISH).options}["@entry"] == 5
    on_map = [one for one in ask(book, BRITISH).options if one.pick != "@entry"]
    assert on_map
    assert all(one.price == 6 for one in on_map)
    book = pick(book, BRITISH, on_map[0].pick)
    assert "2 CPP" in ask(book, BRITISH).asks
    assert set(labels(book, BRITISH)) == {"AT Sect", "Mtr Pltn", "Btln. Mtr"}
    with pytest.raises(CampaignError, match="not one of the options"):
        pick(book, BRITISH, "I1@entry")
    assert len(ask(take_back(book, BRITISH), BRITISH).options) > 1
    assert ask(start_again(book, BRITISH), BRITISH).given == ()
    book = hand_in(book, BRITISH)
    assert book.orders[BRITISH] == PurchaseOrders((Purchase("V2", on_map[0].pick[1:]),))
    assert BRITISH not in book.drafts
    with pytest.raises(CampaignError, match="nothing is asked"):
        ask(book, BRITISH)


@pytest.mark.rule("DAE:4.5154")
def test_with_a_german_attack_chit_nothing_on_the_map_costs_more() -> None:
    t = at(PURCHASE)
    t.work.side(GERMAN).cpp = 9
    book = say(t.book, GERMAN, "V2")
    assert {one.price for one in ask(book, GERMAN).options} == {4, 5}
    book = say(take_back(book, GERMAN), GERMAN, "Attack Chit", "V2")
    assert {one.price for one in ask(book, GERMAN).options} == {4}


@pytest.mark.rule("DAE:4.5127-a", "DAE:4.515-d")
def test_what_may_not_be_bought_is_not_offered() -> None:
    t = at(PURCHASE, date="24 Morning")
    t.work.side(BRITISH).cpp = t.work.side(GERMAN).cpp = 30
    assert "V2@entry" in [one.pick for one in ask(t.book, BRITISH).options]  # no tanks on the map
    book = say(t.book, GERMAN, "I3@entry" if "I3@entry" in labels(t.book, GERMAN) else "I3", "@entry")
    assert not [one for one in ask(book, GERMAN).options if one.heading == "Infantry"]


# -- the other steps -------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.517", "DAE:4.5154")
def test_attack_or_idle() -> None:
    t = at(INITIATIVE)
    assert labels(t.book, BRITISH) == ["Attack", "Idle"]
    assert labels(t.book, GERMAN) == ["Idle"]  # no chit was bought
    with pytest.raises(CampaignError, match="still open"):
        hand_in(t.book, BRITISH)
    t.work.side(GERMAN).bought_chit = "24 Mid-Day"
    assert labels(t.book, GERMAN) == ["Attack"]
    book = hand_in(say(t.book, BRITISH, "Attack"), BRITISH)
    assert book.orders[BRITISH].attack  # type: ignore[union-attr]


@pytest.mark.rule("DAE:4.511-a", "DAE:4.511-b", "DAE:4.511-d")
def test_a_group_shifts_with_what_it_carries() -> None:
    t = at(SHIFT)
    home = t.area_at("E13")
    squad, half, leader = (t.unit(one, area=home) for one in ("bri-457", "bri-247", "bri-8-1"))
    mortar, lmg = t.weapon("bri-51-mtr", owner=half), t.weapon("bri-lmg", owner=squad)
    spare = t.weapon("bri-piat", area=home)
    way = option(t.book, BRITISH, f"{home}>{ENTRY}")
    assert way.detail == "without a roll"
    book = say(t.book, BRITISH, way.pick, f"+{squad.id}")
    assert not ask(book, BRITISH).ready
    assert f"-{lmg.id}" in [one.pick for one in ask(book, BRITISH).options]
    book = say(book, BRITISH, f"*{spare.id}", f"-{lmg.id}", f"+{leader.id}", "!")
    book = hand_in(book, BRITISH)
    book = proceed(submit(book, GERMAN, no_orders(book, GERMAN)), t)
    forces = book.sides[BRITISH].forces
    assert (forces.where[squad.id], forces.where[leader.id], forces.where[half.id]) == (ENTRY, ENTRY, home)
    assert (forces.where[spare.id], forces.weapons[spare.id].owner) == (ENTRY, squad.id)
    assert (forces.where[lmg.id], forces.weapons[lmg.id].owner) == (home, "")
    assert forces.weapons[mortar.id].owner == half.id


@pytest.mark.rule("DAE:4.506-a", "DAE:4.506-b")
def test_who_must_escape_goes_with_whom_he_likes() -> None:
    t = at(ESCAPE)
    one, two = t.unit("bri-457", "H17"), t.unit("bri-8-1", "H17")
    gun = t.weapon("bri-piat", owner=one)
    assert "2 pieces must Escape" in ask(t.book, BRITISH).asks
    book = say(t.book, BRITISH, f"+{one.id}", f"+{two.id}", f"-{gun.id}", "!")
    assert ask(book, BRITISH).given[0].startswith("4-5-7, 8-1 Escape from H17")
    book = hand_in(book, BRITISH)
    orders = book.orders[BRITISH]
    assert orders.attempts[0].pieces == (one.id, two.id)  # type: ignore[union-attr]
    assert orders.attempts[0].carrying == ()  # type: ignore[union-attr]


@pytest.mark.rule("DAE:4.507")
def test_what_could_be_destroyed_is_listed_to_who_asks_for_it() -> None:
    t = at(ESCAPE)
    lmg = t.weapon("bri-lmg", owner=t.unit("bri-457", area=t.area_at("E13")))
    assert not any("Light" in one.label or lmg.id in one.pick for one in ask(t.book, BRITISH).options)
    book = say(t.book, BRITISH, "equipment")
    assert [one.pick for one in ask(book, BRITISH).options] == ["enough", f"destroy:{lmg.id}"]
    book = say(book, BRITISH, f"destroy:{lmg.id}", "enough")
    assert ask(book, BRITISH).given == ("The LMG is destroyed",)
    assert not any(one.pick == "equipment" for one in ask(book, BRITISH).options)
    book = hand_in(book, BRITISH)
    assert book.orders[BRITISH].destroy == (lmg.id,)  # type: ignore[union-attr]


@pytest.mark.rule("DAE:4.513-a", "DAE:4.5123-b")
def test_who_comes_back_and_what_is_repaired() -> None:
    t = at(REFIT)
    home = t.area_at("E13")
    t.work.side(BRITISH).pool = {"bri-457": 4}
    tank = t.vehicle("bri-sherman3", area=home, disabled=("bmg",))
    lmg = t.weapon("bri-lmg", area=home)
    book = say(t.book, BRITISH, "4-5-7", f"@{home}")
    assert not [one for one in ask(book, BRITISH).options if one.heading == "Replenishment"]
    book = say(book, BRITISH, f"lmg:{tank.id}:bmg:{lmg.id}")
    assert ask(book, BRITISH).options == ()
    book = hand_in(book, BRITISH)
    book = proceed(submit(book, GERMAN, no_orders(book, GERMAN)), t.roll(1, 1))
    forces = book.sides[BRITISH].forces
    assert [unit.type for unit in forces.units.values()] == ["bri-447"]
    assert forces.vehicles[tank.id].disabled == ()
    assert lmg.id not in forces.weapons


@pytest.mark.rule("DAE:4.5171-c", "DAE:4.5182")
def test_the_struck_set_up_and_the_striker_names_an_area() -> None:
    t = at(DEPLOY)
    squad = t.unit("bri-457", area=t.area_at("E13"))
    assert waits_for(t.book) == (BRITISH,)
    hex = t.board.resolve("E13")
    book = say(t.book, BRITISH, squad.id)
    assert any(one.hex == hex for one in ask(book, BRITISH).options)
    book = proceed(hand_in(pick(book, BRITISH, f"@{hex}"), BRITISH), t)
    assert (book.step, book.deployed) == (STRIKE, {squad.id: hex})
    book = pick(pick(book, GERMAN, "B"), GERMAN, "K")
    with pytest.raises(CampaignError, match="still open"):
        hand_in(book, GERMAN)
    with pytest.raises(CampaignError, match="options"):
        pick(take_back(book, GERMAN), GERMAN, "L")  # eleven hexrows
    book = pick(pick(book, GERMAN, "9"), GERMAN, "18")
    book = proceed(hand_in(book, GERMAN), t)
    area = book.playing_area
    assert (area.first_row, area.last_row, area.first_number, area.last_number) == ("B", "K", 9, 18)


@pytest.mark.rule("DAE:4.42-a")
def test_british_infantry_of_the_first_scenario_may_enter_instead() -> None:
    book = new_campaign()
    squad = next(iter(book.sides[BRITISH].forces.units))
    book = pick(book, BRITISH, f"+{squad}")
    assert ask(book, BRITISH).given == ("4-5-7 enters",)
    with pytest.raises(CampaignError, match="nothing is asked"):
        ask(book, GERMAN)
    with pytest.raises(CampaignError):
        hand_in(book, BRITISH)
    book = as_begun(book)
    forces = book.sides[BRITISH].forces
    assert forces.where[squad] == ENTRY
    assert sum(where == ENTRY for one, where in forces.where.items() if one in forces.units) == 1
    assert not book.drafts


def test_the_staff_can_be_left_to_it_in_every_step() -> None:
    book, dice = after_scenario(played(3), Committed(SEED)), Committed(SEED)
    steps = []
    while book.step not in (PLAY, OVER):
        steps.append(book.step)
        for side in waits_for(book):
            book = leave_to_staff(book, side)
        book = proceed(book, dice)
    assert steps[:5] == [ESCAPE, SHIFT, REFIT, PURCHASE, INITIATIVE]


# -- random players --------------------------------------------------------------------------------------------------


def random_orders(book: Book, side: str, rng: random.Random) -> Book:
    """Picks among all that is offered until handing in comes up, or there is nothing more to say."""
    while True:
        asked = ask(book, side)
        if asked.ready and (not asked.options or rng.random() < 0.4):
            return hand_in(book, side)
        if asked.begun and rng.random() < 0.03:
            book = take_back(book, side)
            continue
        book = pick(book, side, rng.choice(asked.options).pick)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.soak) for n in range(2, 10))])
def test_random_picks_play_whole_campaigns(seed: int) -> None:
    rng, dice = random.Random(seed), Committed(f"{seed:064x}")
    book = after_scenario(played(seed), dice)
    for _ in range(80):
        assert read_book(book_text(book)) == book
        if book.step == OVER:
            break
        if book.step == PLAY:
            book = after_scenario(scattered(book, rng), dice)
            continue
        for side in waits_for(book):
            book = random_orders(book, side, rng)
        book = proceed(book, dice)
        assert not book.drafts
    assert book.winner in SIDES


# -- secrets ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.514-a", "DAE:4.515-a", "DAE:4.516-a", "DAE:4.5153")
def test_what_one_side_buys_changes_no_byte_of_what_the_other_sees() -> None:
    """Both buy, with the dice of one committed seed: neither ids nor dice of the British tell what the Germans do."""
    start, dice = after_scenario(played(11), Committed(SEED)), Committed(SEED)
    while start.step != PURCHASE:
        for side in waits_for(start):
            start = leave_to_staff(start, side)
        start = proceed(start, dice)
    seen: list[list[bytes]] = []
    german = []
    for wishes in ((), ("V1",), ("Btln. Mtr", "SS MG Pltn")):
        book, views = start, []
        for wish in wishes:
            book = say(book, GERMAN, wish)
            if not ask(book, GERMAN).ready:
                book = say(book, GERMAN, "@entry")
            views = [book_text(view_of(book, BRITISH))]
        assert book_text(view_of(book, BRITISH)) == book_text(view_of(start, BRITISH))
        book = hand_in(book, GERMAN)
        book = say(book, BRITISH, "I1", "@entry")
        book = hand_in(book, BRITISH)
        views.append(book_text(view_of(book, BRITISH)))
        book = proceed(book, dice)
        views = [*views[-1:], book_text(view_of(book, BRITISH))]
        asked = ask(book, BRITISH)
        assert [one.label for one in asked.options] == ["Attack", "Idle"]
        seen.append(views)
        german.append(book_text(book))
    assert len(set(german)) == 3
    assert seen[0] == seen[1] == seen[2]
    assert date_id(start, campaign_tables()) == "24 Morning"
