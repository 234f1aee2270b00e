"""The picture of a scenario in the lobby: cards on felt, made here."""

from __future__ import annotations

from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import Force, Scenario, sides_of

WIDTH, HEIGHT = 400, 225
COLOURS = {"german": "#a9bccb", "american": "#98a564", "russian": "#c69a63"}
NIGHT, DAY = "#1b2233", "#3d4a2f"
PAPER, INK = "#f1ead6", "#23241c"

HELMET = "M-17 6c0-13 8-19 17-19s17 6 17 19h4v4h-42v-4z"
TANK = "M-22 8l4-7h9l3-8h13l3 5h13v3H10l-1 0h10l4 7-4 7h-37z"
GUN = "M-12 8a7 7 0 1 1 14 0 7 7 0 0 1-14 0zM-6-6h4v7l24-6v4L2 6z"
"""A helmet, a tank and a gun, drawn around the origin."""

LETTERS = {
    "A": "M0 14L5 0l5 14M2 9.5h6",
    "B": "M1 0v14h4.5a3.7 3.7 0 0 0 0-7.4H1M1 0v6.6h4a3.3 3.3 0 0 0 0-6.6z",
    "C": "M9.6 3.2A5 7 0 1 0 9.6 10.8",
    "D": "M1 0v14h3a6 7 0 0 0 0-14z",
    "E": "M9 0H1v14h8M1 7h6.5",
    "F": "M9 0H1v14M1 7h6.5",
    "G": "M9.6 3.2A5 7 0 1 0 9.8 8H6",
    "H": "M1 0v14M9 0v14M1 7h8",
    "I": "M5 0v14",
    "J": "M8 0v10a3.5 4 0 0 1-7 0",
    "K": "M1 0v14M9 0L1.5 8M4.5 5.5L9.5 14",
    "L": "M1 0v14h8",
    "M": "M0 14V0l5 9 5-9v14",
    "N": "M1 14V0l8 14V0",
    "O": "M5 0a5 7 0 1 0 .01 0z",
    "P": "M1 14V0h4.5a4 4 0 0 1 0 8H1",
    "Q": "M5 0a5 7 0 1 0 .01 0zM6 10l4 4.5",
    "R": "M1 14V0h4.5a3.7 3.7 0 0 1 0 7.4H1M5 7.4L9.5 14",
    "S": "M9 2.5Q7.5 0 5 0C2 0 1 1.8 1 3.5 1 8 9 6 9 10.5 9 12.5 7.5 14 5 14Q2 14 1 11.5",
    "T": "M0 0h10M5 0v14",
    "U": "M1 0v9.5a4 4.5 0 0 0 8 0V0",
    "V": "M0 0l5 14 5-14",
    "W": "M0 0l2.5 14L5 4l2.5 10L10 0",
    "X": "M0 0l10 14M10 0L0 14",
    "Y": "M0 0l5 7 5-7M5 7v7",
    "Z": "M0 0h10L0 14h10",
}
"""As strokes, 10 by 14: a picture on its own gets no typeface from the page, and a machine's is not counted on."""


def thumbnail(card: Scenario) -> str:
    """Two squads face to face, the scenario's letter between them."""
    felt = NIGHT if card.night else DAY
    sides = list(sides_of(card, {}))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{felt}"/>',
        _hills(card),
    ]
    for place, side in enumerate(sides):
        centre = WIDTH * (2 * place + 1) / (2 * len(sides))
        count = min(6 if len(sides) < 3 else 4, max(3, _cards(card, side) // 2))
        parts.append(_fan(centre, COLOURS.get(side, "#c9c2ae"), count, _signs(card, side)))
    parts.append(_letter(card.id.rpartition("-")[2], felt))
    parts.append("</svg>")
    return "".join(parts)


def _letter(letter: str, felt: str) -> str:
    """Yellow, with a rim of the felt around it."""
    path = LETTERS.get(letter)
    if path is None:
        return ""
    drawn = f'<path d="{path}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'<g transform="translate({WIDTH / 2 - 12} 91) scale(2.4)">'
        f'{drawn} stroke="{felt}" stroke-width="6"/>{drawn} stroke="#ffcf57" stroke-width="2.9"/></g>'
    )


def _force(card: Scenario, side: str) -> Force | None:
    role = sides_of(card, {}).get(side, "")
    return next((one for one in card.forces if one.nation == side and one.role in ("", role)), None)


def _cards(card: Scenario, side: str) -> int:
    force = _force(card, side)
    return len(force.men) + len(force.machines) if force is not None else 6


def _signs(card: Scenario, side: str) -> list[str]:
    """What is on the cards in front: the machines of the side."""
    force = _force(card, side)
    machines = library().machines
    kinds = [machines[one].kind for one in force.machines if one in machines] if force is not None else []
    return [TANK if kind == "afv" else GUN for kind in kinds]


def _hills(card: Scenario) -> str:
    """A skyline, with stars over it at night."""
    stars = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.6" fill="#dfe6f5"/>'
        for x, y in ((40, 26), (96, 48), (170, 20), (228, 44), (300, 24), (362, 50), (330, 68))
    )
    hill = (
        '<path d="M0 120q60-46 130-20t130-14 140 8v131H0z" fill="#000" opacity=".18"/>'
        '<path d="M0 160q90-40 200-12t200-6v83H0z" fill="#000" opacity=".18"/>'
    )
    return (stars if card.night else "") + hill


def _fan(centre: float, colour: str, count: int, signs: list[str]) -> str:
    """Cards of a squad, fanned out; the last ones lie in front."""
    drawn = []
    for place in range(count):
        turn = (place - (count - 1) / 2) * 13
        behind = count - 1 - place
        sign = signs[behind] if behind < len(signs) else HELMET
        drawn.append(
            f'<g transform="translate({centre:.0f} 250) rotate({turn:.1f}) translate(0 -120)">'
            f'<rect x="-30" y="-42" width="60" height="88" rx="7" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
            f'<rect x="-30" y="-42" width="60" height="20" rx="7" fill="{colour}"/>'
            f'<path d="{sign}" fill="{INK}" opacity=".78" transform="translate(0 12)"/></g>'
        )
    return "".join(drawn)
