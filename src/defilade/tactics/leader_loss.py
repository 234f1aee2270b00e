"""The loss of leaders: those who were stacked with one who is lost check, after what cost him is resolved.

A procedure in which leaders can be lost pushes a `LeaderLosses` frame below its effects (`with_leader_losses`); where
none lies on the stack nobody checks.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from defilade.kernel import Frame
from defilade.kernel.composition import Part, only
from defilade.tactics.checks import Check, check_round
from defilade.tactics.names import Hex, Side
from defilade.tactics.play import AnyBoard, BoardPlay
from defilade.tactics.units import Unit

PART = Part()

LEADER_LOSS = "leader_loss"
"""What a check comes from."""
ELIMINATED, BROKEN = "eliminated", "broken"


class LeaderLoss(msgspec.Struct, frozen=True, omit_defaults=True):
    """A leader who died or broke: where, with what morale and leadership, and which of the two."""

    name: str
    side: Side
    hex: Hex
    morale: int
    leadership: int
    kind: str
    leader: str = ""
    """His id, where he may have to check himself."""


class LossChecks(NamedTuple):
    """The checks that the loss of a leader asks for."""

    kind: str
    """As in a round of checks."""
    name: str
    """As players call it."""
    why: str
    rule: str
    units: list[Unit]
    drm: int
    helpers: tuple[str, ...]


class LeaderLosses(Frame):
    """Collects the leaders lost in what runs above it, and then makes those stacked with them check.
    New losses in those checks are dealt with in turn."""

    losses: tuple[LeaderLoss, ...] = ()


@only
def leader_lost(g: AnyBoard, leader: Unit, kind: str) -> LeaderLoss:
    """What is remembered of a leader who is lost?"""
    raise NotImplementedError


@only
def loss_checks(g: AnyBoard, loss: LeaderLoss) -> LossChecks:
    """Who must check because of it, and how?"""
    raise NotImplementedError


def with_leader_losses(g: BoardPlay[Any], *frames: Frame) -> None:
    """Push procedures (the first runs first) that can cost leaders, and the checks for that below them."""
    g.push_in_order(*frames, LeaderLosses())


def note_leader_loss(g: BoardPlay[Any], leader: Unit, kind: str) -> None:
    """Tell the nearest collector. Without one nobody checks."""
    if not leader.is_leader:
        return
    for frame in reversed(g.state.stack):
        if type(frame) is LeaderLosses:
            frame.losses = (*frame.losses, leader_lost(g, leader, kind))
            return


@PART.automatic(LeaderLosses)
def run_leader_losses(g: BoardPlay[Any], frame: LeaderLosses) -> None:
    if not frame.losses:
        g.pop()
        return
    loss, *rest = frame.losses
    frame.losses = tuple(rest)
    found = loss_checks(g, loss)
    if not found.units:
        return
    g.say(
        "leader_loss",
        f"{g.names(found.units)} must take a {found.name}: {found.why}.",
        found.rule,
        side=loss.side,
        who=tuple(unit.id for unit in found.units),
        at=loss.hex,
    )
    checks = [Check(unit.id, found.drm) for unit in found.units]
    g.push(check_round(g, found.kind, checks, why=found.why, source=LEADER_LOSS, helpers=found.helpers))
