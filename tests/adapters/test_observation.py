"""Views as arrays."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.walk import walk
from defilade.adapters.observation import CODES, COUNTER_PLANES, GROUND_PLANES, MARKER_PLANES, PLANES, Encoder
from defilade.kernel import make_view
from defilade.systems import presenter_of


def seen(position, side, encoder=None):
    """A side's scene of a position, and an encoder for it."""
    presenter = presenter_of(position.system)
    view = make_view(position.system, position, side, 0)
    scene = presenter.scene(view.state, side)
    return encoder or Encoder(presenter.map_info(position.state.scenario, ""), scene, 1024), scene


@pytest.fixture(scope="module")
def positions():
    return [position.clone() for position in walk("sk1", "S3", seed=5, stops=12, spread=40)]


def row(planes, name):
    return planes[PLANES.index(name)]


def test_counters_lie_where_the_scene_has_them(positions):
    for position in positions:
        side = position.pending.side
        encoder, scene = seen(position, side)
        planes = encoder.planes(scene, side)
        assert planes.shape == (len(PLANES), len(encoder.hexes)) and planes.dtype == np.float32
        assert planes.min() >= 0 and planes.max() <= 1
        own = [unit for unit in position.state.units.values() if unit.hex and unit.side == side]
        squads = row(planes, "own squads").sum() * 8
        assert squads == pytest.approx(sum(unit.kind == "squad" for unit in own))
        broken = row(planes, "own broken").sum() * 8
        assert broken == pytest.approx(sum(unit.broken for unit in own))


def test_the_ground_never_changes(positions):
    first = 2 * len(COUNTER_PLANES)
    rows = slice(first, first + len(GROUND_PLANES))
    grounds = []
    for position in positions:
        encoder, scene = seen(position, "german")
        grounds.append(encoder.planes(scene, "german")[rows])
    assert all((ground == grounds[0]).all() for ground in grounds)
    assert grounds[0][1].sum() > 20, "there are buildings"
    assert len(PLANES) == first + len(GROUND_PLANES) + len(MARKER_PLANES)


def test_options_are_rows_that_can_be_told_apart(positions):
    for position in positions:
        encoder, scene = seen(position, position.pending.side)
        options = position.pending.options
        rows = encoder.options(scene, options)
        assert rows.shape == (1024, 5) and rows.min() >= 0 and rows.max() <= CODES
        assert encoder.mask(options).sum() == len(options)
        assert not rows[len(options) :].any()
        assert rows[: len(options), 0].all(), "every option has a verb"


def test_what_a_side_may_not_know_is_not_in_its_arrays():
    """Two worlds that differ only in what was fortified in secret look alike to the other side."""
    position = next(p.clone() for p in walk("sk1", "S3", seed=8, stops=200, spread=3) if p.state.fortified)
    hider, buildings = next(iter(position.state.fortified.items()))
    other = position.clone()
    board = position.system.table(position.state).map
    other.state.fortified = {hider: tuple([one for one in board.buildings if one not in buildings][:2])}
    side = next(one for one in position.state.sides if one != hider)
    encoder, scene = seen(position, side)
    _, twin = seen(other, side, encoder)
    assert scene == twin
    assert (encoder.planes(scene, side) == encoder.planes(twin, side)).all()
    assert (encoder.game(scene, side) == encoder.game(twin, side)).all()
    assert seen(position, hider)[1] != seen(other, hider)[1], "the hider knows"
