"""The rule reference is complete and strict."""

from __future__ import annotations

import pytest

from defilade.rules.content_files import ContentError
from defilade.rules.reference import (
    PREFIXES,
    RULE_ID,
    UnknownLedger,
    UnknownRule,
    ledger,
    read_ledger,
    rule,
    search,
)

HEADER = "id,title,gist,kind,needs\n"


def test_every_system_has_its_ledger() -> None:
    counted = {system: len(ledger(system)) for system in PREFIXES}
    assert counted == {"sk1": 420, "elst": 858, "upfront": 1006, "sl": 3886, "asl": 439}


@pytest.mark.parametrize("system", list(PREFIXES))
def test_needs_lead_to_rules_of_the_ledger(system: str) -> None:
    rules = ledger(system)
    assert [(r.id, need) for r in rules.values() for need in r.needs if need not in rules] == []


def test_rule_by_id() -> None:
    found = rule("SK1:3.3.1-x2")
    assert (found.system, found.kind) == ("sk1", ledger("sk1")["SK1:3.3.1-x2"].kind)
    assert "12" in found.gist
    assert rule("DAE:" + next(i for i in ledger("elst") if i.startswith("DAE:"))[4:]).system == "elst"


@pytest.mark.parametrize("wrong", ["SK1:3.3.1-x22", "sk1:3.3.1-x2", "SK1:3.3.1", "XX:1", ""])
def test_unknown_rule(wrong: str) -> None:
    with pytest.raises(UnknownRule, match="there is no rule"):
        rule(wrong)


def test_unknown_rule_names_near_ones() -> None:
    with pytest.raises(UnknownRule) as caught:
        rule("SK1:3.3.1-x22")
    assert "SK1:3.3.1-x2" in caught.value.near


def test_unknown_system() -> None:
    with pytest.raises(UnknownLedger, match="there are sk1, elst"):
        ledger("chess")


def test_search_wants_every_word_and_puts_titles_first() -> None:
    found = search("point blank", "sk1")
    assert found[0].id == "SK1:3.2-k"
    assert all("point" in f"{r.title} {r.gist}".lower() for r in found)
    assert search("point blank unicorn") == []
    assert search("  ") == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("id,title\n", "columns must be"),
        ("", "columns must be"),
        (HEADER + "SK1:1-a,T,G,k\n", "needs 5 columns"),
        (HEADER + "UF:1-a,T,G,k,\n", "no rule id of sk1"),
        (HEADER + "SK1:1-a,T,,k,\n", "lacks its title"),
        (HEADER + "SK1:1-a,T,G,k,\nSK1:1-a,T,G,k,\n", "given twice"),
        (HEADER + 'SK1:1-a,T,"G,k,\n', "not valid CSV"),
    ],
)
def test_broken_ledger_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ContentError, match=problem):
        read_ledger("x.csv", text, "sk1")


def test_ids_in_running_text() -> None:
    text = "see SK1:3.3.1-x2, SK1:3.1e-a. (UF:2.2-a) and SKF:1.1-b; not ASK1:3 nor SK1: alone"
    assert RULE_ID.findall(text) == ["SK1:3.3.1-x2", "SK1:3.1e-a", "UF:2.2-a", "SKF:1.1-b"]


def test_every_ledger_id_is_found_whole_in_text() -> None:
    for system in PREFIXES:
        assert [i for i in ledger(system) if RULE_ID.findall(f"({i}).") != [i]] == []
