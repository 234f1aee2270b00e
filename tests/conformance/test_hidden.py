"""What one side does in secret does not show in what the other side is given."""

from __future__ import annotations

import random

import msgspec
import pytest

from defilade.kernel import SPECTATOR, Chance, Choice, Committed, Session
from defilade.systems import find_system


def fortified(building: int) -> Session:
    """Scenario S3 with the German's secret buildings chosen, everything else alike."""
    session = Session(find_system("sk1"), "S3", source=Committed("3c" * 32))
    rng = random.Random(3)
    chosen = 0
    while chosen < 2:
        moment = session.pending
        if isinstance(moment, Chance):
            session.roll()
            continue
        assert isinstance(moment, Choice)
        secret = [option for option in moment.options if option.verb == "fortify"]
        if secret:
            session.take(secret[(building + chosen) % len(secret)])
            chosen += 1
        else:
            session.take(moment.options[int(rng.random() * len(moment.options))])
    return session


@pytest.mark.rule("SK1:S3-ssr1")
def test_fortified_buildings_stay_secret():
    for side in ("american", SPECTATOR):
        views = {msgspec.json.encode(fortified(building).view(side)) for building in (0, 4, 9)}
        assert len(views) == 1, f"{side} can tell which buildings were fortified"


def test_the_owner_knows_what_he_fortified():
    views = {msgspec.json.encode(fortified(building).view("german")) for building in (0, 4, 9)}
    assert len(views) == 3


def test_play_goes_on_alike_for_the_other_side():
    """The secret does not leak later either, as long as it does not matter to anything that is done."""
    one, other = fortified(0), fortified(6)
    rng = random.Random(8)
    for _ in range(40):
        moment = one.pending
        if isinstance(moment, Chance):
            one.roll()
            other.roll()
        elif isinstance(moment, Choice):
            step = moment.options[int(rng.random() * len(moment.options))]
            one.take(step)
            other.take(step)
        if one.position.state.revealed or other.position.state.revealed:
            break
        shown = [msgspec.json.encode(session.view("american")) for session in (one, other)]
        assert shown[0] == shown[1]
