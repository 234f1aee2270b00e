"""A Hero in the enemy's turn (UF:10.4-a): before men slip in and before fights, wherever one would matter."""

from __future__ import annotations

import random
from typing import Any, Literal

import msgspec
import pytest

from defilade.kernel import Action, Choice, Over, Sampled, determinized, make_view
from defilade.rules.presentation import Orders
from defilade.rules.upfront.close_quarters.close_combat import close_combat_value
from defilade.rules.upfront.infantry.hero import HeroAmong
from defilade.rules.upfront.infantry.odds import possible_draws
from defilade.rules.upfront.table.figures import answer
from defilade.rules.upfront.transfers.infiltration import infiltration_column
from defilade.rules.upfront.vehicles.afv_close_combat import Assault, who_could_protect
from defilade.systems import presenter_of
from upfront.armour import american, field, german, tank
from upfront.hand_to_hand import inside, near, quiet
from upfront.situation import Situation

PINNED = [{"id": "myers", "pinned": True}, "degi", {"id": "burke", "pinned": True}]
CREW = ["nixon", {"id": "smith", "crews": "nixon", "pinned": True}, "myers"]


def slips_in(theirs: list[Any], hand: list[str], ours: dict[str, Any] | None = None) -> Situation:
    """Beck is about to draw for his infiltration of these Americans."""
    s = near(ours, {"men": theirs}, german=["movement"], american=hand)
    return s.do("infiltrate g1", "send beck+<movement> a1", "go")


def column(s: Situation) -> int:
    return int(infiltration_column(s.g, s.man("beck"), s.group("a1")).total)


def enters(s: Situation, position: str) -> Situation:
    s.do("close-combat g1", "enter-combat beck+<movement>", "go")
    return s.draw(f"{len(s.group('a1').members)}={position}")


# -- infiltration ------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:10.4-a", "UF:20.38")
def test_the_defender_rallies_a_man_before_the_draw() -> None:
    s = slips_in(PINNED, ["hero", "fire 1"])
    assert s.side() == "american"
    assert {text.split("+")[1] for text in s.options("hero")} == {"myers", "burke"}, "whom he likes"
    assert column(s) == 1  # 3 cards, Woods and two pinned men: below 1
    s.do("hero <hero>+burke")
    assert not s.man("burke").pinned and s.man("burke").heroic
    assert s.state.hands["american"] == (s.card("fire 1", "american"),)  # replaced in his own turn only
    s.do("no").draw("2=red")
    assert s.man("beck").infiltrates == "a1"


@pytest.mark.rule("UF:10.4-a", "UF:20.38")
def test_two_heroes_are_two_columns() -> None:
    s = slips_in([*PINNED, "fox", "smith"], ["hero", "hero"])
    assert column(s) == 2  # 5 cards, Woods, two pinned men
    s.do("hero <hero>+burke", "hero <hero>+myers")
    assert not s.options("no"), "nobody is left whom a Hero could help"
    assert "column 4" in s.pending.asks  # type: ignore[union-attr]


@pytest.mark.rule("UF:10.4-a")
def test_he_is_asked_whatever_he_holds() -> None:
    asked = [slips_in(PINNED, hand).pending for hand in (["hero"], ["fire 1"])]
    assert all(isinstance(one, Choice) and one.side == "american" for one in asked)
    assert len({(one.asks, one.rules, one.about) for one in asked if isinstance(one, Choice)}) == 1


@pytest.mark.rule("UF:10.4-a", "UF:20.4-b")
@pytest.mark.parametrize(
    ("theirs", "ours", "why"),
    [
        (["myers", "degi", "burke"], {}, "nobody is pinned"),
        ([{"id": "myers", "pinned": True}], {"cards": ["brush", "smoke"]}, "column 1 with or without him"),
    ],
)
def test_no_question_where_a_hero_would_change_nothing(
    theirs: list[Any], ours: dict[str, Any], why: str
) -> None:
    s = slips_in(theirs, ["hero"], ours)
    assert not s.options("hero"), why


@pytest.mark.rule("UF:10.4-a", "UF:28.421-b", "UF:28.8-b")
def test_the_commander_of_a_vehicle_looks_out() -> None:
    s = field(
        "german",
        german("beck", "wolff", range=3, cards=["buildings -3"]),
        american(tank("sherman", pinned=True), range=2),
        german=["movement"],
        american=["hero"],
    )
    s.do("infiltrate g1", "send beck+<movement> a1", "go")
    assert column(s) == 2 and s.side() == "american"
    s.do(s.options("hero")[0])
    assert column(s) == 4


# -- Close Combat ------------------------------------------------------------------------------------------------


@pytest.mark.rule("UF:10.4-a", "UF:20.622")
def test_a_pinned_crewman_is_rallied_to_help() -> None:
    """Nixon is attacked; his assistant is of no help while he is pinned."""
    s = enters(inside({}, {"men": CREW}, american=["hero"]), "1")
    assert s.side() == "american" and s.options("hero") == [s_hero(s, "smith")]
    s.do(s_hero(s, "smith"))
    quiet(s).draw("black 0", "black 0")
    assert "UF:20.622" in {line.rule for line in s.event("parry").breakdown.lines}  # type: ignore[union-attr]


def s_hero(s: Situation, man: str) -> str:
    return f"hero {s.card('hero')}+{man}"


@pytest.mark.rule("UF:10.4-a", "UF:33.9")
def test_a_wounded_man_forgets_his_wound() -> None:
    s = enters(
        inside({}, {"men": [{"id": "myers", "wounded": True}, "degi", "burke"]}, american=["hero"]), "1"
    )
    s.do(s_hero(s, "myers"))
    quiet(s).draw("black 0", "black 0")
    assert "UF:33.5-c" not in {line.rule for line in s.event("parry").breakdown.lines}  # type: ignore[union-attr]


@pytest.mark.rule("UF:10.4-a", "UF:33.9")
def test_the_attacker_too() -> None:
    men = [{"id": "beck", "infiltrates": "a1", "wounded": True}, "wolff", "bernhoff"]
    s = enters(near({"men": men}, german=["movement", "hero"], american=["fire 1"]), "1")
    assert s.side() == "german", "the American is sound and has nobody to play it for"
    s.do(s_hero(s, "beck"))
    quiet(s).draw("black 0", "black 0")
    assert "UF:33.5-c" not in {line.rule for line in s.event("strike").breakdown.lines}  # type: ignore[union-attr]


@pytest.mark.rule("UF:10.4-a")
def test_sound_men_are_not_asked_for() -> None:
    s = enters(inside(german=["movement", "hero"], american=["hero"]), "1")
    assert s.options("fight") and not s.options("hero")


@pytest.mark.rule("UF:10.4-a", "UF:28.81-b")
def test_infantry_beside_a_vehicle_is_rallied() -> None:
    s = assaulted(["hero"])
    assert s.side() == "american" and len(s.options("hero")) == 2
    s.do(s_hero(s, "degi"))
    s.draw("black 0")
    lines = {line.label: line.value for line in s.event("assault").breakdown.lines}  # type: ignore[union-attr]
    assert lines["infantry beside it"] == -2


@pytest.mark.rule("UF:10.4-a", "UF:28.82-a")
@pytest.mark.parametrize(("berserk", "asked"), [(False, ("sherman",)), (True, ())])
def test_no_question_where_the_attacker_is_lost_in_any_case(berserk: bool, asked: tuple[str, ...]) -> None:
    """Wounded and against men on both sides he can just live through it; in a rage no number is good enough."""
    s = field(
        "german",
        german({"id": "beck", "wounded": True, "pinned": berserk, "berserk": berserk}, range=3, letter="B"),
        american("myers", range=2, letter="A"),
        american(tank("sherman", pinned=True), range=2, letter="B"),
        american("degi", range=2, letter="C"),
        american=["hero"],
    )
    assert who_could_protect(s.g, Assault("german", "sherman", ("beck",), "beck")) == asked


# -- before a berserk man charges --------------------------------------------------------------------------------


def raging(**hands: list[str]) -> Situation:
    return Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "range": 2},
            {
                "side": "russian",
                "men": [{"id": "aliev", "pinned": True, "berserk": True}, "rostov"],
                "range": 3,
            },
        ],
        **hands,
    ).end_turn()


@pytest.mark.rule("UF:10.4-a", "UF:20.91-a")
def test_a_hero_holds_a_berserk_man_back() -> None:
    s = raging(russian=["hero"], german=["fire 1"])
    assert s.side() == "russian" and "Aliev" in s.pending.asks  # type: ignore[union-attr]
    s.do("hero <hero>+aliev")
    aliev = s.man("aliev")
    assert not aliev.berserk and not aliev.pinned
    assert s.options("done"), "his turn goes on as usual"


@pytest.mark.rule("UF:20.91-a")
def test_or_he_charges() -> None:
    s = raging(russian=["hero"], german=["fire 1"]).do("no")
    assert "attack" in s.pending.asks  # type: ignore[union-attr]
    s.draw("2=1")
    assert not s.options("hero"), "he attacks with his pinned value"


@pytest.mark.rule("UF:10.4-a", "UF:20.91-a")
def test_a_berserk_man_who_is_attacked_himself_is_brought_round() -> None:
    """He has not charged yet: in the enemy's turn he is a pinned man like others."""
    s = Situation(
        "german",
        [
            {"side": "german", "men": [{"id": "beck", "infiltrates": "r1"}, "wolff"], "range": 3},
            {
                "side": "russian",
                "men": [{"id": "aliev", "pinned": True, "berserk": True}, "rostov"],
                "range": 2,
            },
        ],
        german=["movement"],
        russian=["hero"],
    )
    s.do("close-combat g1", "enter-combat beck+<movement>", "go").draw("2=1")
    assert s.side() == "russian" and s.options("hero") == [s_hero(s, "aliev")]
    s.do(s_hero(s, "aliev"))
    quiet(s).draw("black 0", "black 0")
    assert "pinned" not in {line.label for line in s.event("parry").breakdown.lines}  # type: ignore[union-attr]


# -- a Commissar and his men -------------------------------------------------------------------------------------


def watched(men: list[Any], hand: list[str], strength: str = "fire 2") -> Situation:
    """Russians under fire, their Commissar pinned among them."""
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff", "bernhoff"], "range": 2},
            {"side": "russian", "men": men, "range": 2},
        ],
        german=[strength],
        russian=hand,
    )
    s.do(f"fire g1+<{strength}> r1", "declare")
    return quiet(s).do("resolve")


COMMISSAR = {"id": "zorin", "pinned": True}


@pytest.mark.rule("UF:10.4-a", "UF:15.52")
def test_a_commissar_is_rallied_before_his_men_are_attacked() -> None:
    """Not only when it is his own turn in the row: on his feet he steadies all of them."""
    s = watched(["kristov", COMMISSAR, "vakuta"], ["hero"])
    assert s.side() == "russian" and s.options("hero") == [s_hero(s, "zorin")]
    before = answer(s.g, "morale kristov")
    s.do(s_hero(s, "zorin"))
    assert answer(s.g, "morale kristov") == before + 1
    assert "Kristov" in s.pending.asks  # type: ignore[union-attr]


@pytest.mark.rule("UF:10.4-a", "UF:15.52")
def test_that_is_asked_once_an_attack() -> None:
    s = watched(["kristov", COMMISSAR, "vakuta"], ["fire 1"])
    s.do("no").draw("red 5")
    assert s.side() == "russian", "now he is attacked himself (UF:10.42)"
    s.do("no").draw("red 5")
    assert "Vakuta" in s.pending.asks and not s.options()  # type: ignore[union-attr]
    s = watched([COMMISSAR, "kristov", "vakuta"], ["fire 1"])
    s.do("no").draw("red 5")
    assert not s.options(), "he was asked for already"


@pytest.mark.rule("UF:10.4-a", "UF:15.52")
@pytest.mark.parametrize("men", [["kristov", "zorin"], ["zorin", {"id": "aliev", "pinned": True}]])
def test_a_commissar_on_his_feet_needs_no_hero(men: list[Any]) -> None:
    s = watched(men, ["hero"])
    assert not s.options("hero")


@pytest.mark.rule("UF:10.4-a", "UF:15.52", "UF:24.31")
def test_among_mines_too() -> None:
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "range": 1},
            {"side": "russian", "men": ["kristov", COMMISSAR], "range": 1, "cards": ["movement sideways"]},
        ],
        german=["minefield"],
        russian=["hero"],
        stage="discards",
    )
    s.do("put-terrain <minefield> r1").draw("2=1")
    assert s.side() == "russian" and s.options("hero") == [s_hero(s, "zorin")]


# -- before time is up -------------------------------------------------------------------------------------------

THIN = [f"c{number}" for number in range(100, 115)]
"""Less than an eighth of the deck."""


def pinned_late(hand: list[str], **more: Any) -> Situation:
    """An American is pinned in the Germans' turn."""
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff", "bernhoff"], "range": 2},
            {"side": "american", "men": ["smith", "myers", "burke"], "range": 2},
        ],
        german=["fire 2"],
        american=hand,
        **more,
    )
    s.do("fire g1+<fire 2> a1", "declare")
    quiet(s).do("resolve")
    card = next(one for one in s.pending.pool if s.g.deck[one].rnc in (2, 3))  # type: ignore[union-attr]
    return s.draw(card)


@pytest.mark.rule("UF:10.4-a", "UF:16.3-c")
@pytest.mark.parametrize("hand", [["hero"], ["fire 1"]])
def test_a_man_pinned_in_the_last_moments_can_be_rallied_at_once(hand: list[str]) -> None:
    """The game can be over before his player's turn comes, and pinned men hold and score nothing."""
    heroes = [card.id for card in slips_in(PINNED, []).g.deck.values() if card.is_kind("hero")]
    s = pinned_late(hand, pile=[*THIN, heroes[-1]], decks=1)
    assert s.man("smith").pinned and s.side() == "american" and "Smith" in s.pending.asks  # type: ignore[union-attr]


@pytest.mark.rule("UF:10.4-a")
@pytest.mark.parametrize("more", [{"decks": 2, "pile": THIN}, {"decks": 1}])
def test_before_that_his_own_turn_is_soon_enough(more: dict[str, Any]) -> None:
    s = pinned_late(["hero"], **more)
    assert s.man("smith").pinned and not s.options("hero")


# -- standing orders ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("interrupts", "held", "answer"),
    [
        ("always", ["fire 1"], None),
        ("able", ["fire 1"], "no"),
        ("able", ["hero"], None),
        ("never", ["hero"], "no"),
    ],
)
def test_orders_answer_for_the_defender(
    interrupts: Literal["always", "able", "never"], held: list[str], answer: str | None
) -> None:
    for s in (slips_in(PINNED, held), enters(inside({}, {"men": CREW}, american=held), "1")):
        assert given(s, interrupts) == answer


@pytest.mark.parametrize(
    ("interrupts", "held", "answer"),
    [
        ("always", ["fire 1"], None),
        ("able", ["fire 1"], "no"),
        ("never", ["fire 1"], "no"),
        ("able", ["hero"], None),
        ("never", ["hero"], None),
    ],
)
def test_orders_answer_in_ones_own_turn_where_there_is_no_card(
    interrupts: Literal["always", "able", "never"], held: list[str], answer: str | None
) -> None:
    assert given(raging(russian=held, german=["fire 1"]), interrupts) == answer


def given(s: Situation, interrupts: Literal["always", "able", "never"]) -> str | None:
    choice = s.pending
    assert isinstance(choice, Choice)
    system = s.position.system
    found = presenter_of(system).answer(
        system.redact(s.state, choice.side), choice, Orders(interrupts=interrupts)
    )
    return str(found) if found is not None else None


# -- what everybody sees -----------------------------------------------------------------------------------------


def assaulted(hand: list[str]) -> Situation:
    """Beck attacks a vehicle with pinned infantry beside it."""
    pinned = [{"id": "myers", "pinned": True}, {"id": "degi", "pinned": True}]
    s = field(
        "german",
        german("beck", range=3, letter="B", cards=["buildings -3"]),
        american("sherman", range=2, letter="B"),
        american(*pinned, range=2, letter="C"),
        german=["movement"],
        american=hand,
    )
    s.do("infiltrate g1", "send beck+<movement> a1", "go")
    quiet(s).draw("4=red")
    return s.do("assault beck")


@pytest.mark.rule("UF:10.4-a", "UF:3.5-c")
@pytest.mark.parametrize(
    "reach",
    [
        lambda hand: slips_in(PINNED, hand),
        lambda hand: enters(inside({}, {"men": CREW}, american=hand), "1"),
        assaulted,
    ],
)
def test_the_question_tells_nothing_of_the_hand(reach: Any) -> None:
    """Byte by byte the enemy is given the same in a world where there is no Hero, also once it has been declined."""
    s = reach(["hero"])
    assert s.side() == "american" and s.options("hero")
    system = s.position.system
    view = make_view(system, s.position, "german", 0)
    worlds = (determinized(system, view, random.Random(seed)) for seed in range(50))
    twin = next(one for one in worlds if one.pending.options == (Action("no"),))

    def told() -> list[bytes]:
        return [msgspec.json.encode(make_view(system, one, "german", 0)) for one in (s.position, twin)]

    assert told()[0] == told()[1]
    for one in (s.position, twin):
        one.advance(Action("no"))
    assert told()[0] == told()[1]


CLOSE = ("infiltrate", "send", "go", "close-combat", "enter-combat", "assault", "hero")
"""What men do who want to get at the enemy."""


def at_close_quarters(rng: random.Random) -> Situation:
    """Squads at Relative Range 5, some of their men pinned, wounded, berserk or among the enemy, and a vehicle."""

    def man(name: str, enemy: str) -> dict[str, Any]:
        pinned = rng.random() < 0.4
        inside = "" if pinned or rng.random() < 0.6 else enemy
        berserk = pinned and enemy == "g1" and rng.random() < 0.3
        return {
            "id": name,
            "pinned": pinned,
            "wounded": rng.random() < 0.3,
            "infiltrates": inside,
            "berserk": berserk,
        }

    hands = {side: ["hero", "movement", "movement", "concealed -1"] for side in ("german", "russian")}
    hands[rng.choice(("german", "russian"))][0] = "fire 1"
    return Situation(
        rng.choice(("german", "russian")),
        [
            {
                "side": "german",
                "men": [man(one, "r1") for one in ("beck", "wolff", "streich", "bernhoff")],
                "range": 3,
            },
            {"side": "german", "men": [tank("pz4", pinned=rng.random() < 0.5)], "range": 3},
            {
                "side": "russian",
                "men": [man(one, "g1") for one in ("aliev", "rostov", "dottski", "zaharoff")],
                "range": 2,
            },
            {"side": "russian", "men": ["vakuta", "nosenko"], "range": 2},
        ],
        stage="start",
        **hands,
    )


@pytest.mark.rule("UF:10.4-a", "UF:3.5-c")
@pytest.mark.parametrize("seed", range(12))
def test_worlds_stay_alike_at_close_quarters(seed: int) -> None:
    """Random play of men who go for each other: at each question for a Hero everybody is told the same in another world
    that he could be in, and every option has its odds."""
    rng = random.Random(f"close quarters {seed}")
    asked = 0
    for _ in range(6):
        s = at_close_quarters(rng)
        system, source = s.position.system, Sampled(rng)
        for _ in range(70):
            moment = s.pending
            if isinstance(moment, Over):
                break
            if not isinstance(moment, Choice):
                s.position.advance(source.draw(moment, 1))
                continue
            if isinstance(s.state.stack[-1], HeroAmong):
                asked += 1
                for side in s.state.sides:
                    view = make_view(system, s.position, side, 0)
                    twin = determinized(system, view, rng)
                    assert msgspec.json.encode(view) == msgspec.json.encode(make_view(system, twin, side, 0))
                    assert isinstance(twin.pending, Choice) and twin.pending.asks == moment.asks
                for option in moment.options:
                    told = system.describe(system.redact(s.state, moment.side), option)
                    assert told.breakdown is not None and told.odds
            keen = [option for option in moment.options if option.verb in CLOSE]
            s.position.advance(rng.choice(keen if keen and rng.random() < 0.8 else moment.options))
    assert asked, "otherwise nothing was shown"


# -- odds --------------------------------------------------------------------------------------------------------


def odds(s: Situation, text: str) -> dict[str, float]:
    described = s.position.system.describe(s.position.system.redact(s.state, s.side()), s.action(text))
    assert described.breakdown is not None
    return dict(described.odds)


@pytest.mark.rule("UF:10.4-a", "UF:20.3-a")
def test_the_defender_is_told_how_likely_it_is() -> None:
    s = slips_in([*PINNED, "fox", "smith"], ["hero"])
    cards = possible_draws(s.g, "american")
    for text, column in (("no", 2), ("hero <hero>+burke", 3)):
        red = sum(card.is_red(column) for card in cards) / len(cards)
        assert odds(s, text) == {"infiltrates": red}


@pytest.mark.rule("UF:10.4-a", "UF:20.7")
def test_a_fight_is_reckoned_over_all_pairs_of_cards() -> None:
    s = enters(inside({}, {"men": CREW}, american=["hero"]), "1")
    numbers = [card.rnc for card in possible_draws(s.g, "american")]
    pairs = [one - other for i, one in enumerate(numbers) for j, other in enumerate(numbers) if i != j]
    lead = 8 - int(close_combat_value(s.g, s.man("nixon")).total)
    for text, helped in (("no", 0), (s_hero(s, "smith"), 3)):
        told = odds(s, text)
        assert told["Pvt Beck wins"] == sum(lead - helped + pair > 0 for pair in pairs) / len(pairs)
        assert told["both are killed"] == sum(lead - helped + pair == 0 for pair in pairs) / len(pairs)
        assert sum(told.values()) == pytest.approx(1)


@pytest.mark.rule("UF:10.4-a", "UF:28.82-a")
def test_an_attack_on_a_vehicle_is_reckoned_too() -> None:
    s = assaulted(["hero"])
    with_him, without = odds(s, s_hero(s, "degi")), odds(s, "no")
    assert with_him["Pvt Beck killed"] > without["Pvt Beck killed"]
    assert len(with_him) == 3
