"""Games that bring their own scenario along: in the log, in the state, in every view."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from defilade.kernel import Choice, Committed, Session, make_view, verify
from defilade.rules.designs import in_short
from defilade.rules.upfront.game.scenario import Scenario, ScenarioError, design_text, load_scenarios
from defilade.rules.upfront.system import UfSystem
from defilade.systems import card_of, find_card, find_system
from upfront.fuzz import SYSTEM, play

replace = msgspec.structs.replace


def design(**changes: Any) -> Scenario:
    """Scenario A with a name of its own, against the Americans."""
    card = replace(load_scenarios()["UF-A"], id="UF-OWN", title="Of our own", opponents=("american",))
    return replace(card, **changes)


def options_for(card: Scenario) -> dict[str, str]:
    return {"design": design_text(card)}


def test_a_game_is_played_by_the_scenario_that_it_brings():
    card = design(decks=2)
    last: Any = None
    for last in play(card.id, options_for(card), 1, by_verb=True):
        assert SYSTEM.play(last.state).scenario == card
    assert last.pending.winner in ("german", "american")
    assert card.id not in SYSTEM.scenarios()


def test_another_program_can_play_on_with_the_state_alone():
    """As the processes do that think for the computer: they get a view and nothing else."""
    card = design()
    position, _ = SYSTEM.begin(card.id, options_for(card))
    view = make_view(SYSTEM, position, "german", 0)
    other = UfSystem()
    state = other.decode(SYSTEM.encode(view.state))
    assert other.play(state).scenario == card
    assert other.describe(state, view.pending.options[0]).label


def test_the_log_has_all_that_is_needed():
    card = design()
    session = Session(find_system("upfront"), card.id, options_for(card), Committed("ab" * 32))
    rng = random.Random(4)
    for _ in range(60):
        moment = session.pending
        if isinstance(moment, Choice):
            session.take(moment.options[int(rng.random() * len(moment.options))])
        else:
            session.roll()
    assert verify(session.log, find_system) == len(session.log.entries)


def test_its_card_is_found_with_it_and_its_text_is_not_shown():
    card = design()
    assert card_of("upfront", card.id, options_for(card)).title == "Of our own"
    assert card_of("upfront", "UF-A", {}) == find_card("UF-A")
    assert in_short({**options_for(card), "minute": "on"}) == {"minute": "on"}


def broken(**changes: Any) -> str:
    return design_text(design(**changes))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "truncated|JSON"),
        ('{"id": "UF-OWN"}', "missing"),
        (broken(id="UF-ELSE"), "calls itself"),
        (broken(decks=0), "decks"),
        (broken(decks=21), "decks"),
        (broken(tables=3), "one table"),
        (broken(players=("german", "american", "russian")), "for two"),
        (broken(opponents=("german",)), "one opponent"),
        (broken(opponents=("american", "russian")), "one opponent"),
        (broken(forces=()), "no german force"),
        (broken(forces=(replace(design().forces[0], men=("nobody",), groups=()),)), "force for|no man"),
        (broken(outlawed={"moon": 3}), "no card 'moon'"),
    ],
)
def test_whatever_cannot_be_played_is_refused(text: str, why: str):
    with pytest.raises(ScenarioError, match=why):
        SYSTEM.begin("UF-OWN", {"design": text})


@pytest.mark.parametrize(
    ("crews", "why"),
    [
        ({"nobody": "beck"}, "nobody is not in the force"),
        ({"beck": "wolff"}, "beck has no crew-served weapon"),
        ({"schussel": "schussel"}, "schussel cannot have two duties"),
        ({"schussel": "diettinger"}, "not in one group"),
    ],
)
def test_crews_are_men_of_a_group(crews: dict[str, str], why: str):
    german, *others = load_scenarios()["UF-A"].forces
    wrong = (replace(german, crews=crews), *others[:1])
    with pytest.raises(ScenarioError, match=why):
        SYSTEM.begin("UF-OWN", {"design": broken(forces=wrong)})


def test_secondary_weapons_are_carried_by_men_of_the_force():
    german, *others = load_scenarios()["UF-A"].forces
    wrong = (replace(german, secondary={"loth": "demolition-charge"}), *others[:1])
    with pytest.raises(ScenarioError, match="loth is not in the force"):
        SYSTEM.begin("UF-OWN", {"design": broken(forces=wrong)})


def test_nobody_takes_the_name_of_a_known_scenario():
    with pytest.raises(ScenarioError, match="already"):
        SYSTEM.begin("UF-A", {"design": broken(id="UF-A")})


def test_other_options_hold_for_it_as_for_any():
    card = design()
    position, _ = SYSTEM.begin(card.id, {**options_for(card), "minute": "on"})
    assert position.state.options["minute"] == "on"
    with pytest.raises(ScenarioError, match="russian"):
        SYSTEM.begin(card.id, {**options_for(card), "opponent": "russian"})
