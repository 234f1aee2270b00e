"""Somebody who goes through a lesson as the table does, on the real engine."""

from __future__ import annotations

from defilade.kernel import Action, Chance, Choice, Committed, Event, Session, make_view
from defilade.rules.card_scene import CardScene
from defilade.rules.lesson_files import WrittenLesson
from defilade.rules.presentation import BoardScene, LessonGoal, Scene
from defilade.systems import find_card, find_system, presenter_of

HOLDING_BACK = ("pass", "no", "done", "stop", "end-rout", "no-leader", "none", "cancel")
MOST_ANSWERS = 200


def stands(scene: Scene, unit: str, place: str) -> bool:
    """A counter in a hex; a card in a group, on it by its name, or picked from the hand."""
    if isinstance(scene, BoardScene):
        return any(
            unit == counter.id for stack in scene.stacks if stack.hex == place for counter in stack.counters
        )
    assert isinstance(scene, CardScene)
    if place == "picked":
        return any(card.picked for card in scene.hand if card.id == unit)
    for group in scene.groups:
        if group.id == place:
            return unit in [*(one.id for one in group.members), *(laid.name for laid in group.laid)]
    return False


class Pupil:
    """Goes through a lesson as the table does, and says which steps he has got through."""

    def __init__(self, lesson: WrittenLesson) -> None:
        self.lesson = lesson
        self.system = find_system(find_card(lesson.id).system)
        self.session = Session(self.system, lesson.id, {}, Committed(lesson.seed))
        self.way, self.replies = list(lesson.way), list(lesson.replies)
        self.step, self.since = 0, 0

    @property
    def goal(self) -> LessonGoal | None:
        return self.lesson.steps[self.step].until if self.step < len(self.lesson.steps) else None

    @property
    def scene(self) -> Scene:
        view = make_view(self.system, self.session.position, self.lesson.side, 0)
        return presenter_of(self.system).scene(view.state, self.lesson.side)

    def go(self) -> None:
        for _ in range(MOST_ANSWERS):
            self.session.run_chance()
            self.read_on()
            if self.goal is None:
                return
            self.session.take(self.answer())

    def read_on(self) -> None:
        """Get on with the steps: what was to be done has been done, or there was only something to read."""
        last = len(self.lesson.steps) - 1
        while self.step < last and (self.goal is None or self.reached(self.goal)):
            self.step, self.since = self.step + 1, len(self.session.taken)

    def answer(self) -> Action:
        choice = self.session.pending
        assert isinstance(choice, Choice), self.stuck()
        if choice.side == self.lesson.side:
            assert self.way, self.stuck()
            return Action.parse(self.way.pop(0))
        if self.replies and Action.parse(self.replies[0]) in choice.options:
            return Action.parse(self.replies.pop(0))
        held = [option for verb in HOLDING_BACK for option in choice.options if option.verb == verb]
        return held[0] if held else choice.options[-1]

    def stuck(self) -> str:
        return f"{self.lesson.id} does not get on with step {self.step}: {self.session.pending}"

    def reached(self, goal: LessonGoal) -> bool:
        choice, scene = self.session.pending, self.scene
        assert not isinstance(choice, Chance)
        assert isinstance(scene, BoardScene | CardScene)
        new: list[Event] = [event for taken in self.session.taken[self.since :] for event in taken.events]
        mine = isinstance(choice, Choice) and choice.side == self.lesson.side
        offered = [option.verb for option in choice.options] if mine else []
        names = [phase.name for phase in scene.phases if phase.id == goal.phase]
        told = [event.text for event in new if event.kind == "phase"]
        return (
            (not goal.event or any(event.kind == goal.event for event in new))
            and (not goal.offered or goal.offered in offered)
            and (not goal.hex or stands(scene, goal.unit, goal.hex))
            and (
                not goal.phase
                or scene.phase == goal.phase
                or any(t.startswith(n) for t in told for n in names)
            )
        )
