"""Smoke shells (UF:25.8): vehicles with a gun that is heavy enough put Smoke on any group they see."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Refusal
from defilade.rules.upfront.fortifications.pillbox import blind_side
from defilade.rules.upfront.game.attack import ORDNANCE, Attack
from defilade.rules.upfront.game.cards import SMOKE as SMOKE_CARD
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.state import Group
from defilade.rules.upfront.ground.to_hit import VEHICLE, Piece, ordnance_bar, piece_of
from defilade.rules.upfront.infantry.smoke import put_smoke, smoke_refusal
from defilade.rules.upfront.infantry.terrain import fire_into_gully, fire_out_of_gully
from defilade.rules.upfront.infantry.wire import artificial_bar
from defilade.rules.upfront.ordnance.acquired_targets import lose_acquisition

PART = Part()

NATIONS = ("american", "german")
LEAST_BOXED = 4


def smoke_gun(g: UfPlay, group: Group) -> Piece | None:
    """UF:25.8; an infantry gun has no Smoke shells (UF:25.8-b)."""
    if g.side(group.side).nation not in NATIONS:
        return None
    for unit in g.members(group):
        piece = piece_of(g, unit)
        if piece is not None and piece.weapon == VEHICLE and piece.boxed >= LEAST_BOXED:
            return piece
    return None


def shell_refusal(g: UfPlay, group: Group, target: Group) -> Refusal | None:
    """The gun must be able to fire and the target be in sight, friend or enemy; where Smoke may not be put nobody can
    put it with shells either (UF:13.4)."""
    piece = smoke_gun(g, group)
    if piece is None:
        return Refusal("Smoke shells are fired by American and German vehicles with heavy guns", "UF:25.8")
    if target.table != group.table:
        return Refusal("Smoke cannot be put on a group of another game", "UF:41.91-b")
    distance = relative_range(group, target) if target.side in g.enemies(group.side) else 0
    attack = Attack(
        ORDNANCE, group.side, target.id, group.id, distance, shooter=piece.unit, weapon=VEHICLE, boxed=True
    )
    hidden = None
    if target.id != group.id:
        hidden = fire_into_gully(g, attack) or fire_out_of_gully(g, attack) or blind_side(g, attack)
    refusal = ordnance_bar(g, attack) or hidden or smoke_refusal(g, target)
    if refusal is None and target.side != group.side:
        refusal = artificial_bar(g, target)
    return refusal


def shell_options(g: UfPlay, group: Group) -> Iterator[Action]:
    cards = g.holds(group.side, SMOKE_CARD)
    if not cards or smoke_gun(g, group) is None:
        return
    for target in (*g.groups_of(group.side), *g.enemy_groups(group.side)):
        if shell_refusal(g, group, target) is None:
            yield from (Action("smoke-shell", (group.id, card), target.id) for card, _ in cards)


def why_no_shell(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    if action.at not in g.state.groups:
        return Refusal("there is no such group", "UF:25.8")
    return shell_refusal(g, group, g.group(action.at))


def fire_smoke(g: UfPlay, group: Group, action: Action) -> None:
    """It is the sole action of the vehicle and takes no Fire card (UF:25.8). At any group but the acquired one it
    costs the acquisition like other fire (UF:27.3)."""
    card = action.who[1]
    piece = smoke_gun(g, group)
    assert piece is not None
    g.spend(group)
    g.take_from_hand(group.side, card)
    text = f"{g.group_name(group)} fires Smoke shells."
    g.say("smoke_shell", text, "UF:25.8", side=group.side, who=(card,), at=action.at)
    if g.unit(piece.unit).acquired != action.at:
        lose_acquisition(g, g.unit(piece.unit), "UF:27.3")
    put_smoke(g, g.group(action.at), card, group.side)


PART.action(
    "smoke-shell",
    shell_options,
    fire_smoke,
    lambda g, a: f"{g.group_name(a.who[0])} fires Smoke at {g.group_name(a.at)}",
    why_no_shell,
)
