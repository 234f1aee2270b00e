"""A table asks the record of a system: what a system does not have is not offered."""

from __future__ import annotations

import msgspec
import pytest

from defilade.server.campaigns import Books, rules_of
from defilade.systems import NotOffered, UnknownSystem, campaigns_of, designs_of, find_record
from server.harness import Server


@pytest.mark.parametrize("what", ["campaigns", "designs"])
def test_the_first_system_that_has_them_is_meant_where_none_is_named(
    sqlite_server: Server, what: str
) -> None:
    found = sqlite_server.client.get(f"/api/{what}/offer")
    assert found.status_code == 200
    assert sqlite_server.client.get(f"/api/{what}/offer?system=upfront").json() == found.json()


@pytest.mark.parametrize("what", ["campaigns", "designs"])
@pytest.mark.parametrize(
    ("system", "told"), [("toy", "there are of: upfront"), ("chess", "no rule system 'chess'")]
)
def test_a_system_without_them_offers_none(sqlite_server: Server, what: str, system: str, told: str) -> None:
    answer = sqlite_server.client.get(f"/api/{what}/offer?system={system}")
    assert answer.status_code == 400 and answer.json()["code"] == "system" and told in answer.json()["reason"]


def test_a_campaign_of_a_system_without_any_is_not_begun(sqlite_server: Server) -> None:
    asked = {"opponent": "american", "seats": [{"side": "german", "who": "mine"}]}
    answer = sqlite_server.client.post("/api/campaigns?system=toy", json=asked)
    assert answer.status_code == 400 and answer.json()["code"] == "system"


def test_the_same_is_said_below_the_server() -> None:
    with pytest.raises(NotOffered, match="no campaigns of 'toy'"):
        campaigns_of("toy")
    with pytest.raises(NotOffered, match="no designs of 'sk1'"):
        designs_of("sk1")
    with pytest.raises(UnknownSystem, match="there are: sk1, elst, sl, upfront"):
        find_record("chess")


def test_books_that_name_no_system_are_those_of_the_first_that_has_campaigns() -> None:
    old = b'{"campaign":{"scenarios":["UF-A"]},"table":{},"mustered":{"german":{"leader":"beck"}}}'
    books = msgspec.json.decode(old, type=Books)
    assert books.system == "" and rules_of(books.system).offer() == campaigns_of("upfront").offer()
    again, before = msgspec.json.decode(msgspec.json.encode(books)), msgspec.json.decode(old)
    assert {name: again[name] for name in ("campaign", "mustered")} == {
        name: before[name] for name in ("campaign", "mustered")
    }
