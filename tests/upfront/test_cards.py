"""The Action deck: what is known of it, and the quotas of its design (UF:2)."""

from __future__ import annotations

import statistics
from collections import Counter
from pathlib import Path

import pytest

import defilade
from defilade.rules.content_files import ContentError, ContentFile, ContentFiles
from defilade.rules.upfront.designs.rosters import ASL_RANKS, SL_RANKS
from defilade.rules.upfront.game.cards import NATIONS, load_deck, name_of, read_deck
from defilade.rules.upfront.game.library import library
from defilade.systems.upfront import deck_design
from upfront.situation import Situation

DECK = load_deck()


def uses(card: str, nation: str) -> list[str]:
    return [name_of(use) for use in DECK[card].uses_for(nation)]


def test_the_file_is_the_design():
    path = Path(defilade.__file__).parent / "content/upfront/deck.yaml"
    assert path.read_text() == deck_design.design()


@pytest.mark.rule("UF:2.2-a")
def test_totals_of_the_deck():
    kinds = Counter("split" if card.diagonal else card.uses[0].kind for card in DECK.values())
    assert kinds == {
        "terrain": 35,
        "movement": 26,
        "fire": 48,
        "rally": 19,
        "concealed": 14,
        "smoke": 4,
        "wire": 3,
        "hero": 2,
        "sniper": 4,
        "split": 7,
    }
    assert [int(card[1:]) for card in DECK] == list(range(1, 163))
    names = Counter(card.uses[0].terrain for card in DECK.values() if not card.diagonal)
    assert names["buildings"] == 8 and names["pillbox"] == 1 and names["woods"] >= 4
    assert {card.uses[0].value for card in DECK.values() if card.uses[0].terrain == "buildings"} == {-3, -2}


@pytest.mark.rule("UF:2.21-a", "UF:2.21-b", "UF:2.21-c")
def test_cards_known_from_the_text():
    assert uses("c42", "german") == ["Rally 2"]
    assert uses("c42", "american") == uses("c42", "russian") == ["Rally 2", "Radio"]
    assert uses("c52", "german") == uses("c52", "american") == ["Rally 3", "Radio"]
    assert uses("c52", "russian") == ["Concealed -2"]
    assert uses("c162", "german") == uses("c162", "american") == ["Concealed -1"]
    assert uses("c162", "russian") == ["Concealed -1", "Movement"]
    assert DECK["c52"].diagonal and DECK["c162"].diagonal and not DECK["c42"].diagonal
    assert uses("c130", "german") == uses("c130", "american") == ["Smoke"]
    assert uses("c130", "russian") == []


def test_fire_cards():
    fire = [card.uses[0] for card in DECK.values() if card.uses[0].kind == "fire" and not card.diagonal]
    assert any((use.value, use.needs) == (4, 8) for use in fire)
    assert all(use.needs <= 6 for use in fire if use.value == 3)
    assert any(use.value == 2 and use.needs <= 3 for use in fire)
    needs = {value: min(use.needs for use in fire if use.value == value) for value in range(1, 7)}
    assert sorted(needs.values()) == list(needs.values()), "more strength asks for more firepower"
    pairs = {(a.value + b.value, a.needs + b.needs) for a in fire for b in fire if a is not b}
    assert (4, 8) in pairs


@pytest.mark.rule("UF:2.2-b")
def test_random_numbers():
    counts = Counter((card.number, card.red) for card in DECK.values())
    for number, count in deck_design.RANDOM_NUMBERS.items():
        assert counts[number, True] == counts[number, False] == count
    assert sum(counts.values()) == 162 and {number for number, _ in counts} == set(range(7))
    for kind in ("movement", "fire"):
        reds = [card.red for card in DECK.values() if card.is_kind(kind)]
        assert 0.3 < sum(reds) / len(reds) < 0.7, f"{kind} cards of both colours"


@pytest.mark.rule("UF:2.2-c")
def test_random_positions():
    for column in range(1, 11):
        counts = Counter(card.position(column) for card in DECK.values())
        assert set(counts) == set(range(1, column + 1))
        assert max(counts.values()) - min(counts.values()) <= 1, "every position is as likely as any other"
        reds = sum(card.is_red(column) for card in DECK.values())
        assert reds == deck_design.RED_POSITIONS[column - 1]
    assert list(deck_design.RED_POSITIONS) == sorted(deck_design.RED_POSITIONS, reverse=True)
    assert all(1 <= card.rout_number <= 10 for card in DECK.values())


def test_every_nation_can_play():
    for nation in NATIONS:
        kinds = Counter(use.kind for card in DECK.values() for use in card.uses_for(nation))
        assert kinds["fire"] >= 48 and kinds["movement"] >= 26 and kinds["rally"] >= 19
        assert kinds["radio"] >= 2
    concealed = {n: sum(c.use(n, "concealed") is not None for c in DECK.values()) for n in NATIONS}
    assert concealed["russian"] == max(concealed.values()) > concealed["american"]
    assert sum(card.breeze for card in DECK.values()) >= 2
    assert all(card.uses[0].kind == "rally" for card in DECK.values() if card.breeze)


@pytest.mark.rule("UF:2.1", "UF:2.3")
def test_personality_cards():
    box = library()
    assert Counter(man.nation for man in box.men.values() if man.roster) == {
        "american": 28,
        "german": 27,
        "russian": 28,
    }
    known = {
        "allen": (5, 7),
        "myers": (5, None),
        "degi": (None, 3),
        "coates": (3, None),
        "nixon": (4, None),
    }
    for name, (morale, panic) in known.items():
        man = box.men[name]
        assert morale in (None, man.morale) and panic in (None, man.panic)
    for man in box.men.values():
        assert man.kia == (7 if man.weapon.endswith("-ft") else 8)
        assert man.morale <= man.panic <= 7
    assert box.weapons["german-lmg"].bracketed[2:5] == (3, 4, 4)
    assert box.weapons["german-mp"].firepower[2:5] == (0, 1, 3)
    rifle = box.weapons["german-rifle"]
    assert rifle.bolt and [value // 2 for value in rifle.firepower[2:5]] == [0, 1, 1]
    assert box.weapons["american-rifle"].firepower[5] == 3 and not box.weapons["american-rifle"].bolt
    assert sum(box.weapons["russian-rifle"].firepower) < sum(rifle.firepower)
    assert {man.role for man in box.men.values()} == {"", "SL", "ASL", "COM"}
    assert [man.name for man in box.men.values() if man.role == "COM"] == ["Dottski"]


@pytest.mark.rule("UF:42.9-a")
def test_nations_differ_as_the_text_has_it():
    """Squads of 10, 12 and 15; the German and the Russian one for the printed 241 points. Americans are pinned more
    easily than the others, Russians less, as new men of the campaign are."""
    box = library()
    squads = {
        nation: [
            man
            for man in box.men.values()
            if man.nation == nation and man.number <= box.nations[nation].squad
        ]
        for nation in box.nations
    }
    assert {nation: len(squad) for nation, squad in squads.items()} == {
        "german": 10,
        "american": 12,
        "russian": 15,
    }
    assert all(220 <= sum(man.points for man in squads[nation]) <= 241 for nation in ("german", "russian"))
    morale = {
        nation: statistics.mean(
            man.morale for man in box.men.values() if man.nation == nation and not man.role
        )
        for nation in box.nations
    }
    assert morale["american"] < morale["german"] < morale["russian"]


@pytest.mark.rule("UF:42.2-a", "UF:42.2-b")
def test_leaders_have_the_rank_of_leaders():
    """Who is printed as SL or ASL must be able to stand in for another one."""
    ranks = {"SL": SL_RANKS, "ASL": ASL_RANKS, "COM": ("COM",)}
    for man in library().men.values():
        assert not man.role or man.rank in ranks[man.role], man.name


def deck_file(text: str) -> ContentFiles:
    class One(ContentFiles):
        def read(self, relative: str) -> ContentFile:
            return ContentFile(relative, text)

    return One()


ROW = "- {id: c1, number: 1, red: true, positions: 1 1 1 1 1 1 1 1 1 1, uses: [{kind: wire}]}\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (ROW + ROW, "two cards"),
        (ROW.replace("number: 1", "number: 7"), "not 0 to 6"),
        (ROW.replace("1 1 1 1 1 1 1 1 1 1", "2 1 1 1 1 1 1 1 1 1"), "no row of ten"),
        (ROW.replace("kind: wire", "kind: tea"), "no function"),
        (ROW.replace("kind: wire", "kind: terrain"), "no terrain"),
        (ROW.replace("kind: wire", "kind: fire, value: 2"), "needs"),
        (ROW.replace("kind: wire", "kind: wire, nations: [swiss]"), "nationality"),
    ],
)
def test_a_wrong_deck_is_refused(text, problem):
    with pytest.raises(ContentError, match=problem):
        read_deck(deck_file("provenance: own\ncards:\n" + text))


@pytest.mark.rule("UF:2.22-a", "UF:2.22-b")
def test_a_cower_card_serves_only_as_open_ground():
    s = Situation(
        "russian",
        [
            {"side": "russian", "men": ["rostov", "petrovsky"], "cards": ["movement advance"], "range": 1},
            {"side": "german", "men": ["beck", "wolff"]},
        ],
        russian=["c130"],
        german=[],
    )
    assert s.g.is_cower("russian", s.g.deck["c130"])
    assert s.offers("open-ground r1+c130")
    assert not [option for option in s.options() if "c130" in option and not option.startswith("open-ground")]


@pytest.mark.rule("UF:2.22-c", "UF:2.22-a")
def test_a_cower_card_fills_the_hand_until_it_is_discarded():
    s = Situation(
        "german",
        [{"side": "german", "men": ["beck", "wolff"]}, {"side": "russian", "men": ["rostov", "petrovsky"]}],
        german=["pillbox", "fire 5", "fire 5", "fire 5", "fire 5"],
        russian=[],
        cower=["pillbox"],
    )
    pillbox = s.card("c" + s.state.hands["german"][0][1:])
    assert s.g.is_cower("german", s.g.deck[pillbox])
    s.do("done")
    assert s.offers(f"discard {pillbox}")
    s.do(f"discard {pillbox}")
    assert s.state.hands["german"].count(pillbox) == 0 and len(s.state.hands["german"]) == 4
    assert s.offers("draw - - 1") and not s.offers("draw - - 2")


@pytest.mark.rule("UF:2.2-d")
def test_the_number_of_a_played_card_does_not_matter():
    """Only cards turned over from the pile are random: the Fire card's own number adds nothing."""
    strong = next(c for c in DECK.values() if uses(c.id, "german") == ["Fire 2"] and c.rnc >= 3)
    s = Situation(
        "german",
        [
            {"side": "german", "men": ["beck", "wolff"], "range": 2},
            {"side": "american", "men": ["myers"], "range": 2},
        ],
        german=[strong.id],
        american=[],
    )
    s.fire("g1", "a1", "fire 2").draw("black 0")
    assert s.breakdown().total == 2
    assert s.said("2 and black 0 make 2")
