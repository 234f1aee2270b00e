"""How cards look: Action cards, and the men, vehicles and guns with all that is on them.

Everything is read off a state that has been redacted for the side that looks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import msgspec

from defilade.rules.card_scene import (
    ActionCardView,
    CardUse,
    Figure,
    FigureRow,
    LaidView,
    UnitCardView,
)
from defilade.rules.scene_parts import StateMark
from defilade.rules.upfront.close_quarters.close_combat import close_combat_value
from defilade.rules.upfront.game.cards import RALLY_ALL, ActionCard, Use, name_of
from defilade.rules.upfront.game.kept_views import Kept
from defilade.rules.upfront.game.library import MachineCard, MachineSide, Ordnance, Plate
from defilade.rules.upfront.game.play import RANKS, UfPlay, cower_bar
from defilade.rules.upfront.game.state import HIDDEN, OPEN, Laid, Machine, Man, Unit
from defilade.rules.upfront.game.values import kia_lines, morale_lines, panic_lines
from defilade.rules.upfront.infantry.crews import fully_crewed, is_gunner

ROLES = {"SL": "squad leader", "ASL": "assistant leader", "COM": "commissar"}
SECONDARY_NAMES = {"atmm": "magnetic mine"}
MODES = {"advance": "advances", "retreat": "falls back", "sideways": "moves sideways"}

# -- Action cards --------------------------------------------------------------------------------------------


def action_card(g: UfPlay, card_id: str, side: str, *, picked: bool = False) -> ActionCardView:
    """A card face up, as the side that looks could use it; somebody who only watches sees all of it as usable."""
    card = g.deck[card_id]
    refused: list[tuple[str, str]] = []
    for use in card.uses:
        reason = ("", "")
        if side in g.state.players:
            if use.nations and g.side(side).nation not in use.nations:
                reason = (f"for the {' and '.join(use.nations)} player only", "UF:2.21-b")
            elif (found := cower_bar(g, side, card, use)) is not None:
                reason = (found.reason, found.rule)
        refused.append(reason)
    why = tuple(refused)
    return _CARDS.get((id(card), why, picked), lambda: (card, _action_card(card, why, picked)))[1]


_CARDS: Kept[tuple[int, tuple[tuple[str, str], ...], bool], tuple[ActionCard, ActionCardView]] = Kept(4_000)
"""Cards of decks that are shared by all games; a card is kept with its view, so that its place is not taken."""


def _action_card(card: ActionCard, refused: tuple[tuple[str, str], ...], picked: bool) -> ActionCardView:
    uses = tuple(
        CardUse(
            use.kind,
            name_of(use),
            use_value(use),
            use_detail(use),
            usable=not why,
            why=why,
            rule=rule,
        )
        for use, (why, rule) in zip(card.uses, refused, strict=True)
    )
    cower = all(not use.usable for use in uses)
    marks = (StateMark("breeze", "Breeze", "UF:13.243-b"),) if card.breeze else ()
    words = [str(card), f"random number {card.colour} {card.number}"]
    words += [use.detail for use in uses if use.detail]
    words += [mark.text for mark in marks]
    words += ["a Cower card"] if cower else []
    return ActionCardView(
        id=card.id,
        name=str(card),
        uses=uses,
        number=card.number,
        red=card.red,
        marks=marks,
        cower=cower,
        picked=picked,
        words=", ".join(words),
    )


def use_value(use: Use) -> str:
    match use.kind:
        case "fire":
            return str(use.value)
        case "rally":
            return "All" if use.value == RALLY_ALL else str(use.value)
        case "concealed":
            return f"-{use.value}"
        case "terrain" if use.terrain == "minefield":
            return f"{use.value}/{use.second}"
        case "terrain":
            return f"{use.value:+d}" if use.value else ""
    return ""


def use_detail(use: Use) -> str:
    match use.kind:
        case "fire":
            return f"needs {use.needs} firepower"
        case "movement" if use.ford:
            return "finds a ford"
        case "movement" if use.flank:
            return "may outflank"
        case "sniper":
            return f"kills on {_numbers(use.kia)}, pins on {_numbers(use.pin)}"
    return ""


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"


def laid_view(g: UfPlay, laid: Laid, *, pending: bool = False) -> LaidView:
    """A card on a group. One that lies face down for everybody stands for Open Ground (UF:8.1-b)."""
    if laid.terrain == OPEN:
        known = "" if laid.card in ("", HIDDEN) else f" ({g.card_name(laid.card)})"
        return LaidView(
            "",
            laid.kind,
            "Open Ground",
            by=laid.by,
            face_down=True,
            words=f"Open Ground, a card face down{known}",
        )
    name = laid.terrain.capitalize() if laid.terrain else laid.kind.capitalize()
    value = f"{laid.value:+d}" if laid.terrain and laid.value else ""
    notes = [name, value, MODES.get(laid.mode, "")]
    notes += ["ford"] if laid.ford else []
    notes += ["flank"] if laid.flank else []
    notes += [f"towards {laid.to}"] if laid.to else []
    notes += ["waits to be accepted or rejected"] if pending else []
    return LaidView(
        laid.card,
        laid.kind,
        name,
        value=value,
        mode=laid.mode,
        by=laid.by,
        pending=pending,
        words=", ".join(note for note in notes if note),
    )


# -- Personality cards ---------------------------------------------------------------------------------------


def unit_card(g: UfPlay, unit: Unit, position: int = 0) -> UnitCardView:
    return machine_card(g, unit, position) if isinstance(unit, Machine) else man_card(g, unit, position)


def man_card(g: UfPlay, man: Man, position: int) -> UnitCardView:
    printed = g.library.men[man.card]
    weapon = g.weapon(man)
    figures = (
        _value(g, man, "morale", "Morale", man.morale),
        _value(g, man, "panic", "Panic", man.panic),
        _value(g, man, "kia", "KIA", man.kia + man.pinned),
        Figure("cc", "CC", str(int(close_combat_value(g, man).total))),
    )
    states = man_marks(g, man)
    name = printed.name
    weapon_name = weapon.name if weapon is not None else "unarmed"
    words = [g.name(man), ROLES.get(man.role, ""), weapon_name]
    words += [f"{figure.label} {figure.value}" for figure in figures[:3]]
    words += [mark.text for mark in states]
    return UnitCardView(
        id=man.id,
        side=man.side,
        kind="man",
        name=name,
        rank=RANKS.get(man.rank, man.rank),
        role=man.role,
        weapon=weapon_name,
        weapon_kind=weapon.kind if weapon is not None else "",
        position=position,
        pinned=man.pinned,
        figures=figures,
        rows=man_rows(g, man),
        states=states,
        words=", ".join(word for word in words if word),
    )


VALUE_LINES = {"morale": morale_lines, "panic": panic_lines, "kia": kia_lines}


def _value(g: UfPlay, man: Man, figure: str, label: str, printed: int) -> Figure:
    """A value as it counts now; a man who is not in play yet has what is printed."""
    lines = VALUE_LINES[figure](g, man) if man.group else []
    extra = int(sum([line.value for line in lines])) if lines else 0
    return Figure(figure, label, str(printed + extra), extra != 0)


def man_rows(g: UfPlay, man: Man) -> tuple[FigureRow, ...]:
    weapon = g.weapon(man)
    if weapon is None:
        return ()
    alone = is_gunner(g, man) and not (man.group and fully_crewed(g, man))
    rows = []
    if any(weapon.firepower):
        rows.append(
            FigureRow("fp", "FP", tuple(map(str, weapon.firepower)), not (alone and weapon.bracketed))
        )
    if weapon.bracketed:
        rows.append(FigureRow("fp-alone", "FP alone", tuple(map(str, weapon.bracketed)), alone))
    return (*rows, *_ordnance_rows(weapon.ordnance, alone))


def _ordnance_rows(ordnance: Ordnance | None, alone: bool) -> Iterable[FigureRow]:
    if ordnance is None:
        return
    yield FigureRow("hit", "To Hit", ordnance.to_hit, not (alone and ordnance.bracketed))
    if ordnance.bracketed:
        yield FigureRow("hit-alone", "Hit alone", ordnance.bracketed, alone)


MAN_STATES = (
    ("pinned", StateMark("pin", "pinned", "UF:10.1")),
    ("berserk", StateMark("berserk", "berserk", "UF:20.9-a")),
    ("wounded", StateMark("wound", "wounded", "UF:33.1-a")),
    ("heroic", StateMark("hero", "hero", "UF:10.4-a")),
    ("broken", StateMark("malfunction", "weapon out of order", "UF:19.1")),
)
UNARMED = StateMark("unarmed", "unarmed", "UF:18.1-a")
CAPTURED_WEAPON = StateMark("captured", "captured weapon", "UF:20.74-b")


def man_marks(g: UfPlay, man: Man) -> tuple[StateMark, ...]:
    """The states that a man is in, the most pressing first."""
    marks = [mark for state, mark in MAN_STATES if getattr(man, state)]
    if not man.weapon:
        marks.append(UNARMED)
    if man.captured:
        marks.append(CAPTURED_WEAPON)
    if man.infiltrates:
        marks.append(StateMark("infiltrates", f"has infiltrated {_group(g, man.infiltrates)}", "UF:20.1"))
    if man.transfers_to:
        marks.append(StateMark("transfers", f"on his way to {_group(g, man.transfers_to)}", "UF:17.8-a"))
    if man.crews:
        marks.append(StateMark("crews", f"crews for {g.name(man.crews)}", "UF:11.1-a"))
    if man.secondary:
        name = SECONDARY_NAMES.get(man.secondary, man.secondary.replace("-", " "))
        lost = " (out of order)" if man.secondary_broken else ""
        marks.append(StateMark("secondary", f"{name}{lost}", "UF:21.1-a"))
    if man.kept:
        lost = " (out of order)" if man.kept_broken else ""
        marks.append(
            StateMark("secondary", f"his own {g.library.weapons[man.kept].name}{lost}", "UF:20.74-b")
        )
    if man.guards:
        marks.append(StateMark("guards", f"guards {g.names(man.guards)}", "UF:32.1"))
    return (*marks, *unlisted_marks(man, MAN_FIELDS))


def _group(g: UfPlay, group: str) -> str:
    return g.group_name(group) if group in g.state.groups else "a group that is gone"


MAN_FIELDS = frozenset(
    "pinned berserk wounded heroic broken captured kept_broken secondary_broken joins_fire wound_eased".split()
)
MACHINE_FIELDS = frozenset("pinned immobilized bogged fired moved".split())


_UNLISTED: dict[tuple[type[Any], frozenset[str]], list[tuple[str, StateMark]]] = {}


def unlisted_marks(entity: Any, listed: frozenset[str]) -> tuple[StateMark, ...]:
    """Whatever else is true of a card or a group: a state that a section adds shows without a word here."""
    kind = type(entity)
    found = _UNLISTED.get((kind, listed))
    if found is None:
        names = [field.name for field in msgspec.structs.fields(kind) if field.type is bool]
        found = [(name, StateMark(name, name.replace("_", " "))) for name in names if name not in listed]
        _UNLISTED[kind, listed] = found
    return tuple([mark for name, mark in found if getattr(entity, name)])


def machine_card(g: UfPlay, unit: Machine, position: int) -> UnitCardView:
    printed = g.library.machines[unit.card]
    states = machine_marks(g, unit, printed)
    figures = machine_figures(unit, printed)
    words = [printed.name, "vehicle" if unit.kind == "afv" else "gun", *(mark.text for mark in states)]
    return UnitCardView(
        id=unit.id,
        side=unit.side,
        kind=cast(Any, unit.kind),
        name=printed.name,
        rank="",
        role="",
        weapon="vehicle" if unit.kind == "afv" else "infantry gun",
        weapon_kind=unit.kind,
        position=position,
        pinned=unit.pinned,
        figures=figures,
        rows=machine_rows(unit, printed),
        states=states,
        words=", ".join(words),
    )


def machine_figures(unit: Machine, printed: MachineCard) -> tuple[Figure, ...]:
    found = [Figure("morale", "Morale", str(printed.morale))]
    found += [Figure("armor", "Armor", _plate(printed.armor))] if printed.armor else []
    found += [Figure("flank", "Flank", _plate(printed.flank))] if printed.flank else []
    face = printed.back if unit.pinned else printed.front
    for key, label, value in (
        ("ce", "CE", printed.ce),
        ("kia", "KIA", printed.kia),
        ("panic", "Panic", printed.panic),
        ("effect", "Effect", printed.effect),
        ("boxed", "vs AFV", printed.boxed),
        ("ovr", "OVR", face.ovr),
    ):
        if value:
            found.append(Figure(key, label, str(value)))
    return tuple(found)


def _plate(plate: Plate) -> str:
    return f"{plate.kill}/{plate.stun}/{plate.immobilize}"


def machine_rows(unit: Machine, printed: MachineCard) -> tuple[FigureRow, ...]:
    """Both faces of the card; the one that lies up counts."""
    return (
        *_face_rows("", printed.front, not unit.pinned),
        *_face_rows("back", printed.back, unit.pinned),
    )


def _face_rows(name: str, face: MachineSide, now: bool) -> Iterable[FigureRow]:
    if any(face.mg):
        yield FigureRow(f"mg-{name}", f"MG {name}".strip(), tuple(map(str, face.mg)), now)
    if any(face.flames):
        yield FigureRow(f"flames-{name}", f"Flames {name}".strip(), tuple(map(str, face.flames)), now)
    if face.to_hit:
        yield FigureRow(f"hit-{name}", f"To Hit {name}".strip(), face.to_hit, now)


def machine_marks(g: UfPlay, unit: Machine, printed: MachineCard) -> tuple[StateMark, ...]:
    buttoned = unit.kind == "afv" and not printed.open_topped
    marks = [
        mark
        for holds, mark in (
            (unit.pinned, StateMark("pin", "buttoned up" if buttoned else "pinned", "UF:28.43-a")),
            (unit.stun > 0, StateMark("stun", f"stunned {unit.stun}", "UF:28.45-a")),
            (unit.immobilized, StateMark("immobilized", "immobilized", "UF:28.44-a")),
            (unit.bogged, StateMark("bogged", "bogged", "UF:28.53-c")),
            (
                unit.crew_killed > 0,
                StateMark("crew", f"{unit.crew_killed} of the crew killed", "UF:28.431-a"),
            ),
        )
        if holds
    ]
    marks += [StateMark("malfunction", f"{weapon} out of order", "UF:19.1") for weapon in unit.broken]
    marks += [StateMark("ruined", f"{weapon} ruined", "UF:19.3-b") for weapon in unit.lost_weapons]
    if unit.acquired:
        marks.append(StateMark("acquired", f"has acquired {_group(g, unit.acquired)}", "UF:27.1-b"))
    if unit.transfers_to:
        marks.append(StateMark("transfers", f"on its way to {_group(g, unit.transfers_to)}", "UF:17.8-a"))
    return (*marks, *unlisted_marks(unit, MACHINE_FIELDS))
