"""A campaign from date to date: beginning, the order of the Refit Phase, initiative, secrets, the end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from defilade.kernel.chance import ChanceSource, Sampled
from defilade.rules.sk.full.campaign import (
    deployment,
    escape,
    initiative,
    victory,
)
from defilade.rules.sk.full.campaign.book import (
    BRITISH_ASSAULT,
    DEPLOY,
    DUAL_ATTACK,
    ENTRY,
    ESCAPE,
    GERMAN_ASSAULT,
    INITIATIVE,
    ORDERS,
    OVER,
    PLAY,
    PURCHASE,
    REFIT,
    SHIFT,
    STRIKE,
    Attempt,
    Book,
    CampaignError,
    EscapeOrders,
    InitiativeOrders,
    Orders,
    Played,
    Purchase,
    PurchaseOrders,
    RefitOrders,
    Returned,
    ShiftGroup,
    ShiftOrders,
    StrikeOrders,
    book_text,
    clone,
    date_id,
    read_book,
    view_of,
)
from defilade.rules.sk.full.campaign.campaign import eliminated, enter_later, new_campaign
from defilade.rules.sk.full.campaign.refit import after_scenario, no_orders, proceed, submit, waits_for
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, SIDES, campaign_tables
from defilade.rules.sk.full.campaign.work import Work
from skf.campaign.books import Table, no_dice

WEST = "A12 D13 E13 H13 E17"


def dice(seed: int) -> ChanceSource:
    return Sampled(random.Random(seed))


def played(seed: int = 1) -> Book:
    """A campaign whose first scenario is over: everybody stands somewhere on the map."""
    rng = random.Random(seed)
    book = new_campaign()
    work = Work(book, no_dice())
    for side in SIDES:
        forces = work.forces(side)
        for piece in (*forces.units.values(), *forces.vehicles.values()):
            hex = rng.choice(work.board.names)
            forces.where.pop(piece.id, None)
            for weapon in work.weapons_of(side, piece.id):
                forces.where.pop(weapon.id, None)
                work.update(side, weapon, hex=hex, malfunctioned=rng.random() < 0.2)
            more: dict[str, Any] = {"hex": hex}
            if piece.id in forces.vehicles:
                more |= {
                    "immobilized": rng.random() < 0.3,
                    "shock": rng.choice(["", "", "shock", "uk"]),
                    "stunned": rng.random() < 0.2,
                    "bogged": rng.random() < 0.2,
                }
            else:
                more |= {"broken": rng.random() < 0.3, "cx": rng.random() < 0.1}
                more |= {"wounded": piece.kind == "leader" and rng.random() < 0.3}
            work.update(side, piece, **more)
    for hex in book.control:
        book.control[hex] = rng.choice(SIDES)
    book.played = (Played("23 Afternoon", BRITISH_ASSAULT),)
    return book


def random_orders(book: Book, side: str, rng: random.Random) -> Orders:
    """Something that the rules allow, tried until it fits; else nothing."""
    work = Work(clone(book), no_dice())
    forces = work.forces(side)
    areas = [ENTRY, *(area.id for area in work.areas_of(side))]
    for _ in range(6):
        orders: Orders = no_orders(book, side)
        if book.step == ESCAPE:
            able = [*escape.must_escape(work, side), *escape.may_escape(work, side)]
            if able:
                one = rng.choice(able)
                orders = EscapeOrders(
                    (Attempt((one.id,)),),
                    destroy=tuple(rng.sample(list(forces.weapons), min(1, len(forces.weapons)))),
                )
        elif book.step == SHIFT:
            movable = [*forces.units, *forces.vehicles]
            if movable:
                orders = ShiftOrders((ShiftGroup((rng.choice(movable),), rng.choice(areas)),))
        elif book.step == REFIT:
            pool = list(work.side(side).pool)
            if pool:
                orders = RefitOrders(replenish=(Returned(rng.choice(pool), rng.choice(areas)),))
        elif book.step == PURCHASE:
            chart = [group.id for group in work.tables.groups[side]]
            buys = [Purchase(rng.choice(chart), rng.choice(areas)) for _ in range(rng.randrange(4))]
            orders = PurchaseOrders(
                tuple(msgspec.structs.replace(b, area=ENTRY) if b.id == "Chit" else b for b in buys)
            )
        elif book.step == INITIATIVE and initiative.may_attack(work, side):
            orders = InitiativeOrders(side == GERMAN or rng.random() < 0.5)
        elif book.step == STRIKE:
            orders = StrikeOrders("L", "U", 5, 14)
        try:
            submit(book, side, orders)
        except CampaignError:
            continue
        return orders
    return no_orders(book, side)


def step(book: Book, rng: random.Random, source: ChanceSource) -> Book:
    for side in waits_for(book):
        book = submit(book, side, random_orders(book, side, rng))
    return proceed(book, source)


# -- beginning -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.4", "DAE:4.42-a")
def test_the_campaign_begins_with_a_scenario_and_the_listed_forces() -> None:
    book = new_campaign()
    assert (book.step, book.sets_up_first, book.moves_first, book.date) == (PLAY, GERMAN, BRITISH, 0)
    counts: dict[str, dict[str, int]] = {side: {} for side in SIDES}
    for side in SIDES:
        forces = book.sides[side].forces
        for piece in (*forces.units.values(), *forces.weapons.values(), *forces.vehicles.values()):
            counts[side][piece.type] = counts[side].get(piece.type, 0) + 1
    german, british = counts[GERMAN], counts[BRITISH]
    assert (german["ger-658-ss"], german["ger-447-ss"], german["ger-447"], german["ger-panther"]) == (
        3,
        5,
        5,
        2,
    )
    assert (german["ger-hmg"], german["ger-mmg"], german["ger-lmg"], german["ger-psk"]) == (1, 2, 4, 2)
    assert (british["bri-457"], british["bri-247"], british["bri-228-crew"]) == (20, 2, 4)
    assert (british["bri-mmg"], british["bri-lmg"], british["bri-51-mtr"], british["bri-piat"]) == (
        4,
        8,
        2,
        1,
    )
    assert (british["bri-firefly2"], british["bri-sherman3"]) == (1, 5)
    forces = book.sides[BRITISH].forces
    assert {forces.where[one] for one in forces.vehicles} == {ENTRY}


@pytest.mark.rule("DAE:4.42-a")
def test_british_infantry_may_enter_instead() -> None:
    book = new_campaign()
    squad = next(iter(book.sides[BRITISH].forces.units))
    later = enter_later(book, BRITISH, [squad])
    assert later.sides[BRITISH].forces.where[squad] == ENTRY
    with pytest.raises(CampaignError):
        enter_later(book, GERMAN, [])


@pytest.mark.rule("DAE:4.43", "DAE:4.41-c")
def test_the_german_module_and_the_balance() -> None:
    def caliber(book: Book) -> list[str]:
        return [module.caliber for module in book.sides[GERMAN].forces.modules.values()]

    def mortars(book: Book) -> int:
        return sum(w.type == "bri-51-mtr" for w in book.sides[BRITISH].forces.weapons.values())

    assert (caliber(new_campaign()), mortars(new_campaign())) == (["100+"], 2)
    assert (caliber(new_campaign(balance="british")), mortars(new_campaign(balance="british"))) == (
        ["80+"],
        2,
    )
    assert (caliber(new_campaign(balance="german")), mortars(new_campaign(balance="german"))) == (["100+"], 0)
    with pytest.raises(CampaignError):
        new_campaign(balance="french")


@pytest.mark.rule("DAE:4.2-c")
def test_what_a_scenario_has_cost() -> None:
    work = Work(new_campaign(), no_dice())
    before = Counter({"bri-457": 5, "bri-247": 1})
    # one squad is a half-squad, one is replaced, one is gone
    after = Counter({"bri-457": 2, "bri-247": 2, "bri-447": 1})
    assert eliminated(work, before, after, 9) == {"bri-457": 1, "bri-247": 1}
    assert eliminated(work, before, Counter({"bri-457": 4, "bri-247": 3}), 9) == {}


# -- the Refit Phase ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.5", "DAE:4.510")
def test_steps_come_in_their_order_and_repeat_until_there_is_a_scenario() -> None:
    book = after_scenario(played(), dice(1))
    seen = [book.step]
    rng = random.Random(1)
    for _ in range(9):
        for side in waits_for(book):
            book = submit(book, side, no_orders(book, side))
        book = proceed(book, dice(rng.randrange(99)))
        seen.append(book.step)
    once = [SHIFT, REFIT, PURCHASE, INITIATIVE]
    assert seen == [ESCAPE, *once, *once, SHIFT]  # two Idle dates
    assert date_id(book, campaign_tables()) == "24 Afternoon"
    marks = [
        rule
        for note in book.notes
        if (rule := note.rule) in ("DAE:4.503", "DAE:4.5055", "DAE:4.510", "DAE:4.514-a")
    ]
    assert list(dict.fromkeys(marks)) == ["DAE:4.503", "DAE:4.5055", "DAE:4.510", "DAE:4.514-a"]


@pytest.mark.rule("DAE:4.5")
def test_orders_of_another_step_are_refused() -> None:
    book = after_scenario(played(), dice(1))
    with pytest.raises(CampaignError, match="nothing of the kind"):
        submit(book, GERMAN, PurchaseOrders())
    with pytest.raises(CampaignError, match="missing"):
        proceed(book, dice(1))
    book = submit(book, GERMAN, EscapeOrders())
    with pytest.raises(CampaignError, match="nothing of the kind"):
        submit(book, GERMAN, EscapeOrders())


@pytest.mark.rule("DAE:4.2-a", "DAE:4.2-b")
def test_the_campaign_ends_with_the_scenario_of_its_last_date() -> None:
    book = played()
    book.date = len(campaign_tables().dates) - 1
    done = after_scenario(book, dice(1))
    assert (done.step, done.winner) == (OVER, GERMAN)
    assert not done.front.areas  # the first three steps are enough


@pytest.mark.rule("DAE:4.2-b")
def test_who_concedes_has_lost() -> None:
    work = Work(new_campaign(), no_dice())
    victory.concede(work, BRITISH)
    assert (work.book.step, work.book.winner) == (OVER, GERMAN)


@pytest.mark.rule("DAE:4.5127")
def test_tanks_withdraw_only_after_an_afternoon() -> None:
    for when, away in (("23 Afternoon", True), ("24 Morning", False)):
        t = Table(WEST, date="24 Morning" if away else "24 Mid-Day").front()
        tank = t.vehicle("bri-sherman3", "E13", t.area_at("E13"))
        t.book.played = (Played(when, BRITISH_ASSAULT),)
        t.book.step = REFIT
        t.book.orders = {GERMAN: RefitOrders(), BRITISH: RefitOrders()}
        done = proceed(t.book, t.roll(1, 1))
        assert (done.sides[BRITISH].forces.where[tank.id] == ENTRY) == away
        assert done.step == PURCHASE


@pytest.mark.rule("DAE:4.2-d", "DAE:4.3-i")
def test_the_ob_is_what_was_retained_bought_and_replenished() -> None:
    t = Table(WEST, date="24 Morning").front()
    old = t.unit("bri-457", area=t.area_at("E13"))
    t.book.step, t.work.side(BRITISH).pool = REFIT, {"bri-457": 4}
    refit = RefitOrders(replenish=(Returned("bri-457", ENTRY),))
    book = submit(submit(t.book, GERMAN, RefitOrders()), BRITISH, refit)
    book = proceed(book, t.roll(1, 1))
    assert (book.sides[GERMAN].cpp, book.sides[BRITISH].cpp) == (15, 24)
    book = submit(submit(book, GERMAN, PurchaseOrders()), BRITISH, PurchaseOrders((Purchase("HW2"),)))
    book = proceed(book, t.roll((1, 1)))
    found = sorted(unit.type for unit in book.sides[BRITISH].forces.units.values())
    assert found == ["bri-247", "bri-247", "bri-447", "bri-457"]
    assert old.id in book.sides[BRITISH].forces.units


# -- initiative --------------------------------------------------------------------------------------------------------


def chits(german: bool, british: bool, *rolls: int) -> Book:
    t = Table(WEST, date="24 Mid-Day").front()
    t.book.step = INITIATIVE
    if german:
        t.work.side(GERMAN).bought_chit = "24 Mid-Day"
    book = submit(t.book, GERMAN, InitiativeOrders(german))
    return proceed(submit(book, BRITISH, InitiativeOrders(british)), t.roll(*rolls))


@pytest.mark.rule("DAE:4.517", "DAE:4.5171-d", "DAE:4.6")
def test_a_british_assault() -> None:
    book = chits(False, True)
    assert (book.scenario, book.step, book.sets_up_first, book.moves_first) == (
        BRITISH_ASSAULT,
        PLAY,
        GERMAN,
        BRITISH,
    )
    assert book.sides[BRITISH].attack_chits == 3


@pytest.mark.rule("DAE:4.517")
def test_two_idles_bring_the_next_date() -> None:
    book = chits(False, False)
    assert (book.step, date_id(book, campaign_tables())) == (SHIFT, "24 Afternoon")
    assert book.sides[BRITISH].attack_chits == 4


@pytest.mark.rule("DAE:4.517")
def test_the_british_have_four_attacks() -> None:
    t = Table(WEST, date="24 Mid-Day")
    t.work.side(BRITISH).attack_chits = 0
    with pytest.raises(CampaignError, match="no Attack Chit"):
        initiative.check_orders(t.work, BRITISH, InitiativeOrders(True))
    assert campaign_tables().attack_chits == {GERMAN: 0, BRITISH: 4}


@pytest.mark.rule("DAE:4.5154", "DAE:4.517")
def test_a_german_chit_is_bought_and_played_on_its_date() -> None:
    t = Table(WEST, date="24 Mid-Day")
    with pytest.raises(CampaignError, match="no Attack Chit"):
        initiative.check_orders(t.work, GERMAN, InitiativeOrders(True))
    t.work.side(GERMAN).bought_chit = "24 Mid-Day"
    with pytest.raises(CampaignError, match="played on the date"):
        initiative.check_orders(t.work, GERMAN, InitiativeOrders(False))


@pytest.mark.rule("DAE:4.5171-a")
@pytest.mark.parametrize(("die", "strike"), [(2, True), (3, False)])
def test_a_dual_attack(die: int, strike: bool) -> None:
    book = chits(True, True, die)
    assert book.scenario == DUAL_ATTACK
    assert (book.striking, book.step) == (strike, DEPLOY if strike else PLAY)
    assert book.sets_up_first == (BRITISH if strike else GERMAN)


@pytest.mark.rule("DAE:4.5171-c", "DAE:4.3-a")
def test_a_german_assault_in_an_area_of_ten_by_ten() -> None:
    book = chits(True, False)
    assert (book.scenario, book.step, book.sets_up_first, book.moves_first) == (
        GERMAN_ASSAULT,
        DEPLOY,
        BRITISH,
        GERMAN,
    )
    assert waits_for(book) == (BRITISH,)
    work = Work(clone(book), no_dice())
    home = next(area for area in work.areas_of(BRITISH) if work.hex("E13") in area.hexes)
    book = clone(book)
    squad = Table(WEST).unit("bri-457")
    book.sides[BRITISH].forces.units[squad.id] = squad
    book.sides[BRITISH].forces.where[squad.id] = home.id
    with pytest.raises(CampaignError, match="not where"):
        submit(book, BRITISH, ORDERS[DEPLOY]({squad.id: work.hex("NN8")}))
    book = proceed(submit(book, BRITISH, ORDERS[DEPLOY]({squad.id: work.hex("E13")})), no_dice())
    assert (book.step, waits_for(book)) == (STRIKE, (GERMAN,))
    with pytest.raises(CampaignError, match="10 by 10"):
        submit(book, GERMAN, StrikeOrders("A", "K", 5, 14))
    book = proceed(submit(book, GERMAN, StrikeOrders("A", "J", 9, 18)), no_dice())
    assert book.step == PLAY
    assert book.deployed[squad.id] == work.hex("E13")
    assert len(deployment.strike_hexes(work, book.playing_area)) == 100


@pytest.mark.rule("DAE:4.5171-b")
def test_after_the_strike_of_a_dual_attack_comes_a_british_assault_on_the_same_date() -> None:
    book = played()
    book.date, book.scenario, book.striking = 2, DUAL_ATTACK, True
    book.sets_up_first, book.moves_first = BRITISH, GERMAN
    book = after_scenario(book, dice(3))
    assert book.step == ESCAPE
    for side in SIDES:
        book = submit(book, side, EscapeOrders())
    book = proceed(book, dice(4))
    assert (book.step, book.date, book.striking) == (PLAY, 2, False)
    assert (book.sets_up_first, book.moves_first) == (GERMAN, BRITISH)
    assert book.front.areas  # areas were determined anew


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.41-a", "DAE:4.5171-f")
def test_the_british_win_with_the_church_and_twenty_points() -> None:
    for church, points, winner in ((True, 20, BRITISH), (True, 19, GERMAN), (False, 20, GERMAN)):
        t = Table("NN8 OO8" if church else "NN8")
        t.book.exited = points
        victory.end_campaign(t.work)
        assert t.book.winner == winner


# -- secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DAE:4.516-a", "DAE:4.514-a", "DAE:4.515-a", "DAE:4.511-b", "DAE:4.5153", "DAE:4.517")
def test_two_worlds_that_differ_in_german_secrets_look_alike_to_the_british() -> None:
    start = after_scenario(played(7), dice(7))
    for side in SIDES:
        start = submit(start, side, no_orders(start, side))
    start = proceed(start, dice(8))
    worlds = []
    for luck in (1, 2):
        book, rng = start, random.Random(luck)
        views = [view_of(book, BRITISH)]
        while book.step in (SHIFT, REFIT, PURCHASE):
            for side in waits_for(book):
                mine = random_orders(book, side, rng) if side == GERMAN else no_orders(book, side)
                book = submit(book, side, mine)
                views.append(view_of(book, BRITISH))
            book = proceed(book, _German(random.Random(luck)))
            views.append(view_of(book, BRITISH))
        worlds.append((book, [book_text(view) for view in views]))
    (one, seen), (two, also_seen) = worlds
    assert book_text(one) != book_text(two)
    assert len(seen) == len(also_seen)
    for a, b in zip(seen, also_seen, strict=True):
        assert a == b
    own = view_of(one, GERMAN)
    assert own.sides[GERMAN].record == one.sides[GERMAN].record
    assert view_of(one, BRITISH).sides[GERMAN].cpp == 0


class _German:
    """German luck differs from world to world, British luck does not; what all see is rolled alike."""

    def __init__(self, rng: random.Random) -> None:
        self.german, self.rest = Sampled(rng), Sampled(random.Random(5))

    def draw(self, chance: Any, step: int) -> Any:
        secret = chance.rules[0] in (
            "DAE:4.511-d",
            "DAE:4.514-a",
            "DAE:4.5161",
            "DAE:4.5162-a",
            "DAE:4.5163-a",
        )
        return (self.german if chance.side == GERMAN and secret else self.rest).draw(chance, step)


def test_when_it_is_over_everything_is_shown() -> None:
    book = new_campaign(seed="ab" * 32)
    assert view_of(book, BRITISH).seed == ""
    book.step = OVER
    assert view_of(book, BRITISH).seed == "ab" * 32


# -- whole campaigns ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_random_campaigns_come_to_an_end(seed: int) -> None:
    rng, source = random.Random(seed), dice(100 + seed)
    book = after_scenario(played(seed), source)
    for _ in range(80):
        assert read_book(book_text(book)) == book
        _check(book)
        if book.step == OVER:
            break
        if book.step == PLAY:
            book = after_scenario(scattered(book, rng), source)
        else:
            book = step(book, rng, source)
    assert book.step == OVER
    assert book.winner in SIDES
    assert all(note.rule.startswith("DAE:4") for note in book.notes)


def scattered(book: Book, rng: random.Random) -> Book:
    """A scenario that has shaken things up: everybody is somewhere else, some buildings have changed hands."""
    book = clone(book)
    work = Work(book, no_dice())
    for side in SIDES:
        for piece in work.pieces(side):
            hex = rng.choice(work.board.names)
            work.update(side, piece, hex=hex)
            for weapon in work.weapons_of(side, piece.id):
                work.update(side, weapon, hex=hex)
        forces = work.forces(side)
        forces.where = dict.fromkeys(forces.modules, ENTRY)
        for weapon in list(forces.weapons.values()):
            if not weapon.owner:
                work.update(side, weapon, hex=rng.choice(work.board.names))
    for hex in rng.sample(sorted(book.control), 10):
        book.control[hex] = rng.choice(SIDES)
    book.played = (*book.played, Played(date_id(book, work.tables), book.scenario, book.striking))
    return book


def _check(book: Book) -> None:
    """What must always hold: pieces have owners that exist, and areas that are there."""
    known = {ENTRY, "initial", *(area.id for area in book.front.areas)}
    for side, one in book.sides.items():
        assert one.cpp >= 0
        forces = one.forces
        holders = {*forces.units, *forces.vehicles}
        for weapon in forces.weapons.values():
            assert not weapon.owner or weapon.owner in holders
        for piece, where in forces.where.items():
            assert piece in holders or piece in forces.weapons or piece in forces.modules
            assert where in known or where.startswith("@")
        if book.step not in (PLAY, ESCAPE, OVER):
            assert all(piece in forces.where for piece in holders), side
