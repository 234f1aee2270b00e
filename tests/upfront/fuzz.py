"""Games played at random, for the tests of Up Front: by options, or by verbs first so that rare things come up too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from defilade.kernel import Action, Choice, Over, Position, Sampled, System
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import Scenario
from defilade.rules.upfront.game.state import State
from defilade.rules.upfront.system import UfSystem
from defilade.systems import find_system

SYSTEM = find_system("upfront")
DECK = set(library().deck)
MOST_DECISIONS = 20_000
DULL = (
    "done",
    "rearrange",
    "next",
    "cancel",
    "decline",
    "crew",
    "uncrew",
    "hand-over",
    "entrench",
    "discard",
)
"""What random players do all the time; by verbs they do it a third as often as anything else."""


def every_table() -> list[tuple[str, dict[str, str]]]:
    """Each scenario with each opponent, and with either side attacking."""
    found = []
    for name in SYSTEM.scenarios():
        card = SYSTEM.scenario(name)  # type: ignore[attr-defined]
        if card.players:
            found.append((name, {}))
            continue
        swaps = ["german", "opponent"] if card.attacker and len(card.opponents) > 1 else [""]
        for opponent in card.opponents:
            for attacker in swaps:
                options = {"opponent": opponent, **({"attacker": attacker} if attacker else {})}
                found.append((name, options))
    return found


def pick(rng: random.Random, moment: Choice, *, by_verb: bool) -> Action:
    options = moment.options
    if by_verb:
        verbs = sorted({option.verb for option in options})
        weights = [1 if verb in DULL else 3 for verb in verbs]
        verb = rng.choices(verbs, weights)[0]
        options = tuple(option for option in options if option.verb == verb)
    return options[int(rng.random() * len(options))]


def play(
    scenario: str,
    options: dict[str, str],
    seed: object,
    *,
    by_verb: bool = False,
    most: int = MOST_DECISIONS,
    system: System[Any] = SYSTEM,
) -> Iterator[Position[Any]]:
    """A game, given at every choice; it must end before the most decisions unless they are fewer than a game takes."""
    rng = random.Random(f"{scenario}/{seed}")
    position, _ = system.begin(scenario, options)
    source = Sampled(rng)
    decisions = 0
    while not isinstance(position.pending, Over):
        moment = position.pending
        if isinstance(moment, Choice):
            yield position
            decisions += 1
            if decisions >= most:
                assert most < MOST_DECISIONS, "the game does not end"
                return
            position.advance(pick(rng, moment, by_verb=by_verb))
        else:
            position.advance(source.draw(moment, 1))
    yield position


def played_out(card: Scenario, seed: object) -> Position[Any]:
    """The end of a game of a scenario that is not among the shipped ones."""
    position = None
    for count, position in enumerate(play(card.id, {}, seed, by_verb=True, system=UfSystem({card.id: card}))):
        if count % 5 == 0:
            check(position.state)
    assert position is not None and isinstance(position.pending, Over) and position.pending.rules
    return position


def check(state: State) -> None:
    """What must be true at any moment: every Action card and every man is in one place."""
    for table, tray in state.trays.items():
        sides = [side for side, player in state.players.items() if player.table == table]
        cards = [*tray.draw, *tray.discards, *tray.shown, *tray.held, *tray.removed]
        cards += [card for pile in tray.buried.values() for card in pile]
        cards += [card for side in sides for card in state.hands[side]]
        for group in state.groups.values():
            lying = [*group.laid, *([group.offered] if group.offered else [])]
            cards += [laid.card for laid in lying if laid.card and (laid.by or group.side) in sides]
        assert len(cards) == len(set(cards)), f"a card is in two places: {sorted(cards)}"
        assert len(cards) == len(DECK), f"a card is nowhere: {sorted(DECK - set(cards))}"
    for key, group in state.groups.items():
        assert key == group.id and len(set(group.members)) == len(group.members)
        assert all(state.units[uid].group == key for uid in group.members)
    for uid, unit in state.units.items():
        assert uid in state.groups[unit.group].members, f"{uid} is not in {unit.group}"
        assert uid not in state.fallen and uid not in state.waiting
    letters = [(group.side, group.letter, group.table) for group in state.groups.values()]
    assert len(set(letters)) == len(letters), f"two groups of one letter: {letters}"
