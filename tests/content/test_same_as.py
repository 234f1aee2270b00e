"""Books that share rules: which rows mean the same, and what a game cites."""

from __future__ import annotations

import msgspec
import pytest

from defilade.kernel import Action, Breakdown, Choice, Event, Line
from defilade.rules.citations import Citations, citing
from defilade.rules.content_files import ContentError, ContentFile
from defilade.rules.reference import PREFIXES, Rule, ledger
from defilade.rules.same_as import (
    all_compared,
    compared,
    counterparts,
    counterparts_in,
    means_the_same,
    read_all,
    taken_over,
)

HEADER = "id,relation,same_as,difference\n"


def book(name: str, *rules: str) -> dict[str, Rule]:
    return {rule: Rule(rule, "T", "G", "k", (), name) for rule in rules}


BOOKS = {
    "sk1": book("sk1", "SK1:1", "SK1:2", "SK1:3", "SK1:4"),
    "elst": book("elst", "SKF:1", "SKF:2", "SKF:3", "SKF:4", "SKF:5"),
    "asl": book("asl", "ASL:1", "ASL:2", "ASL:3"),
}
ELST = (
    HEADER + "SKF:1,same,SK1:1,\nSKF:2,same,SK1:1,\nSKF:3,changed,SK1:2 SK1:3,More of it.\n"
    "SKF:4,new,,\nSKF:5,changed,SK1:1,Less of it.\nSK1:4,dropped,,Gone.\n"
)
ASL = (
    HEADER + "ASL:1,same,SKF:1 SKF:2,\nASL:2,same,SKF:3,\nASL:3,new,,\n"
    "SKF:4,dropped,,Gone.\nSKF:5,dropped,,Gone.\n"
)


def read(elst: str = ELST, asl: str = ASL, sk1: str = ""):
    texts = {"sk1": sk1, "elst": elst, "asl": asl}
    return read_all(
        {name: ContentFile(f"{name}.csv", text) if text else None for name, text in texts.items()}, BOOKS
    )


def test_every_row_of_the_full_starter_kit_is_compared() -> None:
    rows = compared("elst")
    assert set(ledger("elst")) <= set(rows)
    relations = [one.relation for one in rows.values()]
    assert {name: relations.count(name) for name in set(relations)} == {
        "same": 155,
        "changed": 119,
        "new": 584,
        "dropped": 33,
    }
    assert not compared("sk1") and set(all_compared()) == set(PREFIXES)


def test_a_rule_that_became_two_is_both_and_two_that_became_one_are_one() -> None:
    own = counterparts_in(["elst"], read())
    assert own["SK1:1"] == ("SKF:1", "SKF:2"), "the same goes before what has changed"
    assert own["SK1:2"] == own["SK1:3"] == ("SKF:3",)
    assert "SK1:4" not in own


def test_books_that_grew_out_of_grown_ones_are_followed_to_the_end() -> None:
    every = read()
    own = counterparts_in(["asl"], every)
    assert own == {
        "SKF:1": ("ASL:1",),
        "SKF:2": ("ASL:1",),
        "SK1:1": ("ASL:1",),
        "SKF:3": ("ASL:2",),
        "SK1:2": ("ASL:2",),
        "SK1:3": ("ASL:2",),
    }
    both = counterparts_in(["asl", "elst"], every)
    assert both["SK1:1"] == ("ASL:1",), "of two books the first counts"
    assert taken_over(["asl"], every) == {"SKF:1", "SKF:2", "SKF:3", "SK1:1"}


def test_only_the_same_counts_and_all_of_it() -> None:
    every = read()
    assert means_the_same("SKF:1", {"SK1:1"}, every)
    assert not means_the_same("SKF:5", {"SK1:1"}, every), "it has changed"
    assert means_the_same("SKF:5", {"SKF:5"}, every)
    assert means_the_same("ASL:1", {"SKF:1", "SKF:2"}, every)
    assert not means_the_same("ASL:1", {"SKF:1"}, every), "half of it"
    assert means_the_same("ASL:1", {"SK1:1"}, every), "by way of both halves"
    assert not means_the_same("ASL:2", {"SK1:2", "SK1:3"}, every), "the older book had it otherwise"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("id,rel", "id,rol", "columns must be"),
        ("SKF:4,new,,\n", "SKF:4,new,\n", "needs 4 columns"),
        ("SKF:4,new,,\n", "SKF:4,alike,,\n", "'alike' is none of same, changed, new, dropped"),
        ("SKF:4,new,,\n", "SKF:4,new,,\nSKF:4,new,,\n", "line 6.*given twice"),
        ("SKF:4,new,,\n", "", "says nothing about SKF:4"),
        ("SKF:4,new,,\n", "SKF:9,new,,\n", "SKF:9 is no rule of elst"),
        ("SKF:4,new,,\n", "SKF:4,new,SK1:4,\n", "new and has no rules"),
        ("SKF:4,new,,\n", "SKF:4,new,,Much.\n", "new and has no difference"),
        ("SKF:1,same,SK1:1,", "SKF:1,same,,", "same and needs rules"),
        ("SKF:1,same,SK1:1,", "SKF:1,same,SK1:1,Much.", "same and has no difference"),
        ("SKF:1,same,SK1:1,", "SKF:1,same,SK1:9,", "goes back to SK1:9, which does not exist"),
        ("SKF:1,same,SK1:1,", "SKF:1,same,XX:1,", "goes back to XX:1, which does not exist"),
        ("SKF:1,same,SK1:1,", "SKF:1,same,SKF:2,", "a rule of the same book"),
        ("SKF:1,same,SK1:1,", "SKF:1,same,SK1:1 SK1:1,", "the same rule twice"),
        ("SKF:1,same,SK1:1,", "SKF:1,same,SK1:4,", "both dropped and gone back to: SK1:4"),
        ("More of it.", "", "changed and needs difference"),
        ("SK1:4,dropped,,Gone.\n", "", "neither dropped nor gone back to: SK1:4"),
        ("SK1:4,dropped,,Gone.\n", "SK1:4,dropped,,\n", "dropped and needs difference"),
        ("SK1:4,dropped,,Gone.\n", "SKF:4,dropped,,Gone.\n", "given twice"),
        ("SKF:4,new,,\n", "SKF:4,dropped,,Gone.\n", "SKF:4 is no rule of an older book"),
        ("Gone.", '"Gone.', "not valid CSV"),
    ],
)
def test_a_wrong_comparison_is_refused_with_its_place(old: str, new: str, told: str) -> None:
    assert old in ELST
    with pytest.raises(ContentError, match=told) as caught:
        read(ELST.replace(old, new, 1))
    assert "elst.csv" in str(caught.value)


def test_books_do_not_grow_in_a_circle() -> None:
    circle = HEADER + "SK1:1,same,ASL:1 ASL:2 ASL:3,\nSK1:2,new,,\nSK1:3,new,,\nSK1:4,new,,\n"
    with pytest.raises(ContentError, match="sk1 goes back to itself, by way of asl, elst"):
        read(sk1=circle)


def citations() -> Citations:
    return Citations(("elst",), counterparts_in(["elst"], read()))


def test_what_is_read_cites_the_games_own_book() -> None:
    event = Event(
        "attack",
        "SK1:1 in words stays",
        ("SK1:1", "SK1:2", "SK1:3", "SK1:4"),
        breakdown=Breakdown("fire", (Line("TEM", 2, "SK1:1"), Line("own", 1, "SKF:4")), rules=("SK1:2",)),
    )
    shown = citations().shown(event)
    assert shown.rules == ("SKF:1", "SKF:2", "SKF:3", "SK1:4") and shown.text == event.text
    assert shown.breakdown is not None and shown.breakdown.rules == ("SKF:3",)
    assert [line.rule for line in shown.breakdown.lines] == ["SKF:1", "SKF:4"]
    assert event.rules[0] == "SK1:1", "what is written down stays as it was"
    plain = {"rule": "SK1:2", "pending": {"rules": ["SK1:1"]}, "events": [event], "SK1:1": "SK1:1"}
    assert citations().shown(plain) == {
        "rule": "SKF:3",
        "pending": {"rules": ["SKF:1", "SKF:2"]},
        "events": [shown],
        "SK1:1": "SK1:1",
    }


class Leaf(msgspec.Struct, frozen=True):
    text: str
    rule: str = ""


class Twig(msgspec.Struct, frozen=True):
    count: int
    names: tuple[str, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    twigs: tuple[Twig, ...] = ()
    bound: dict[str, str] = msgspec.field(default_factory=dict)


class Bare(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    more: Bare | None = None


def test_only_what_may_cite_is_looked_through() -> None:
    assert citing(Leaf) == ("rule",) and citing(Bare) == ()
    assert citing(Twig) == ("leaves", "twigs", "bound"), "a twig may cite on its own twigs"
    twig = Twig(1, ("SK1:1",), twigs=(Twig(2, leaves=(Leaf("SK1:1", "SK1:1"),)),), bound={"rule": "SK1:1"})
    shown = citations().shown(twig)
    assert shown.twigs[0].leaves == (Leaf("SK1:1", "SKF:1"),)
    assert shown.names == ("SK1:1",) and shown.bound == {"rule": "SKF:1"}


def test_a_book_that_is_the_oldest_is_left_alone() -> None:
    choice = Choice("german", "what", (Action("done"),), ("SK1:3.2-k",))
    assert Citations(("sk1",)).shown(choice) is choice
    assert Citations(()).shown(choice) is choice


def test_both_ids_of_a_rule_agree() -> None:
    cites = citations()
    assert cites.agree("SK1:1", "SKF:2") and cites.agree("SKF:2", "SK1:1")
    assert not cites.agree("SK1:2", "SK1:3"), (
        "two rules of the older book are two, even where the later one has one"
    )
    assert not cites.agree("SK1:1", "SK1:2") and not cites.agree("SKF:1", "SKF:2")
    assert cites.agree("SKF:4", "SKF:4") and not cites.agree("SK1:4", "SKF:4")


def test_counterparts_of_the_books_at_hand() -> None:
    own = counterparts(("elst",))
    assert own["SK1:3.1a"] == ("SKF:3.1-c",)
    assert own["SK1:4.0-p2"] == ("SKF:4.0-j", "SKF:5.5")
    assert not counterparts(("sk1",)) and not counterparts(("upfront",))
