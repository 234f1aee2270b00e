"""pending and apply: the one way forward."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from defilade.kernel import Action, Chance, Choice, Frame, IllegalAction, Outcome, Over, Position, Procedures
from kernel.toy import Guess, Toy


def after_the_draw() -> Position:
    position, _ = Toy().begin("T1")
    position.advance(Outcome(drawn="red"))
    return position


def test_a_game_begins_at_its_first_moment():
    position, events = Toy().begin("T1")
    assert position.pending == Chance("who hides", pool=("red", "blue"), rules=("TOY:1",))
    assert events == []


def test_automatic_frames_run_on_until_somebody_must_decide():
    position, _ = Toy().begin("T1")
    events = position.advance(Outcome(drawn="blue"))
    assert [event.text for event in events] == ["blue hides", "round 1"]
    assert isinstance(position.pending, Choice)
    assert position.pending.side == "blue"


def test_apply_leaves_the_old_position_alone():
    before = after_the_draw()
    digest = before.digest()
    after, events = before.apply(Action("hide", how="2"))
    assert before.digest() == digest
    assert after.digest() != digest
    assert after.state.hidden == "2" and before.state.hidden == ""
    assert events[0].seen_by == ("red",)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Action("hide", how="4"), "not among the choices"),
        (Action("fly"), "not among the choices"),
        (Outcome((3,)), "must choose first"),
    ],
)
def test_what_a_choice_does_not_list_is_refused_and_changes_nothing(step, reason):
    position = after_the_draw()
    digest = position.digest()
    with pytest.raises(IllegalAction, match=reason):
        position.advance(step)
    assert position.digest() == digest


def test_a_refusal_names_the_rule_and_the_procedures_own_reason():
    position = after_the_draw()
    position.advance(Action("hide", how="1"))
    with pytest.raises(IllegalAction) as refused:
        position.advance(Action("say"))
    assert refused.value.refusal.reason == "name a number first"
    assert refused.value.refusal.rule == "TOY:3"
    assert str(refused.value).endswith("[TOY:3]")


def test_without_a_reason_of_its_own_a_refusal_cites_the_rule_of_the_choice():
    position = after_the_draw()
    with pytest.raises(IllegalAction) as refused:
        position.advance(Action("hide", how="9"))
    assert refused.value.refusal.rule == "TOY:2"


@pytest.mark.parametrize("step", [Outcome(drawn="green"), Outcome((1,)), Outcome(), Action("hide", how="1")])
def test_what_chance_cannot_bring_is_refused(step):
    position, _ = Toy().begin("T1")
    with pytest.raises(IllegalAction):
        position.advance(step)


def test_a_game_that_is_over_takes_no_more_steps():
    position = after_the_draw()
    for step in (Action("hide", how="1"), Action("name", how="1"), Action("say"), Outcome((5,))):
        position.advance(step)
    assert position.pending == Over("blue", "two points or six rounds")
    with pytest.raises(IllegalAction, match="the game is over"):
        position.advance(Action("hide", how="1"))


def test_a_state_in_the_middle_of_a_procedure_round_trips():
    position = after_the_draw()
    position.advance(Action("hide", how="3"))
    position.advance(Action("name", how="2"))
    system = position.system
    data = system.encode(position.state)
    again = system.decode(data)
    assert system.encode(again) == data
    assert isinstance(again.stack[-1], Guess) and again.stack[-1].named == "2"
    assert Position(system, again).pending == position.pending


@pytest.mark.parametrize(
    "data",
    [
        b"[]",
        b'{"stack": {}}',
        b'{"stack": [{"frame": "nonsense"}]}',
        b'{"stack": [7]}',
        b'{"stack": [], "round": "x"}',
        b'{"sta',
    ],
)
def test_a_damaged_state_is_refused(data):
    with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)):
        Toy().decode(data)


def test_an_empty_stack_need_not_be_written():
    assert Toy().decode(b"{}").stack == []


def test_two_frames_with_one_tag_are_refused():
    first = type("Twin", (Frame,), {})
    second = type("Twin", (Frame,), {})
    procedures = Procedures()
    procedures.automatic(first)(lambda g, frame: None)
    with pytest.raises(ValueError, match="share the tag"):
        procedures.automatic(second)(lambda g, frame: None)


def test_a_procedure_that_never_comes_to_rest_is_named():
    class Spinning(Frame):
        pass

    class Dizzy(Toy):
        procedures = Procedures(Toy.procedures)

    Dizzy.procedures.automatic(Spinning)(lambda g, frame: None)
    system = Dizzy()
    state = system.start("T1", {})
    state.stack.append(Spinning())
    with pytest.raises(AssertionError, match="Spinning does not come to rest"):
        system.settle(system.play(state))


def test_a_choice_without_options_is_a_named_defect():
    class Nothing(Frame):
        pass

    class Empty(Toy):
        procedures = Procedures(Toy.procedures)

    @Empty.procedures.decisions(Nothing)
    def ask(g, frame):
        return Choice("red", "Choose nothing", ())

    @ask
    def take(g, frame, answer):
        g.pop()

    system = Empty()
    state = system.start("T1", {})
    state.stack.append(Nothing())
    with pytest.raises(AssertionError, match="offers no option"):
        system.settle(system.play(state))


words = st.from_regex(r"[a-zA-Z0-9_.]{1,8}", fullmatch=True)


@given(words, st.lists(words, max_size=3).map(tuple), words | st.just(""), words | st.just(""))
def test_an_action_reads_back_from_its_text(verb, who, at, how):
    action = Action(verb, who, at, how)
    assert Action.parse(str(action)) == action


@pytest.mark.parametrize("text", ["", "a b c d e"])
def test_an_action_has_one_to_four_words(text):
    with pytest.raises(ValueError, match="1 to 4 words"):
        Action.parse(text)
