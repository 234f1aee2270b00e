"""A game in the terminal: shows what happens, asks for decisions, and answers questions about them.

It works through a `Session`, so what it shows a player is what that player may see.  It computes no rule:
options, reasons, breakdowns and odds all come from the system.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from defilade.ai import DEFAULT_LEVEL, Player, for_a_game, reasons_of
from defilade.cli.los import in_words
from defilade.cli.saves import load, save
from defilade.cli.wording import breakdown_lines, event_lines, odds_line
from defilade.console.errors import CommandError
from defilade.console.files import write_picture
from defilade.console.terminal import Terminal
from defilade.hexgrid import UnknownHex
from defilade.kernel import (
    Action,
    Chance,
    Choice,
    Event,
    IllegalAction,
    LogError,
    Over,
    Session,
    UndoRefused,
    View,
    make_view,
)
from defilade.rules.presentation import NotShown
from defilade.systems import TextTable, citations_of, find_player, text_table

HUMAN = "human"
LONG_GROUP = 12
"""A group of more options than this is shown in short; they are chosen by hex or number all the same."""

HELP = """\
Answer with the number of an option, with a hex (K5) if only one option goes there, or with the action itself
(as the log writes it: move g3 - K5).  Besides:
  options          show the options again, all of them
  why ACTION       what an option would do, with odds; or why it is not allowed (a number or an action)
  hint             what the computer would do
  auto [phase]     let the computer decide this, or everything until the phase ends
  undo             take your last step back, as long as nothing has come out since
  map [HEX]        the map, or the part around a hex
  forces           every stack of both sides
  picture FILE.svg save the map with all counters as a picture
  stack HEX        one hex
  los A B          a line of sight (only where the table is set to assisted)
  log [N]          the last N things that happened
  save FILE, load FILE
  help, quit"""


class Quit(Exception):
    """The player has had enough."""


class TerminalGame:
    """One game at one terminal; the sides are played here or by the computer."""

    def __init__(self, session: Session[Any], levels: Mapping[str, str], terminal: Terminal) -> None:
        self.session = session
        self.citations = citations_of(session.system.id)
        self.levels = dict(levels)
        self.terminal = terminal
        self.players: dict[str, Player] = {
            side: for_a_game(find_player(level)) for side, level in levels.items() if level != HUMAN
        }
        self.adviser = find_player(DEFAULT_LEVEL)
        self.rng = random.Random(session.log.commitment)
        self.auto_phase: tuple[str, str] | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda words: self.say(HELP),
            "options": lambda words: self.show_options(full=True),
            "why": self.why,
            "hint": self.hint,
            "undo": self.undo,
            "map": self.show_map,
            "forces": self.show_forces,
            "picture": self.save_picture,
            "stack": self.show_stack,
            "los": self.show_los,
            "log": self.show_log,
            "save": self.save,
            "load": self.load,
        }

    # -- the loop ----------------------------------------------------------------------------------------

    @property
    def humans(self) -> list[str]:
        return [side for side, level in self.levels.items() if level == HUMAN]

    @property
    def watcher(self) -> str:
        """Whose eyes the terminal shows things with: the side that decides, or the only one at it."""
        moment = self.session.pending
        if isinstance(moment, Choice) and moment.side in self.humans:
            return moment.side
        return self.humans[0] if self.humans else "spectator"

    def run(self) -> Over | None:
        """Play until the game is over or the player leaves; gives the result where there is one."""
        self.tell(self.session.opening)
        try:
            while True:
                moment = self.session.pending
                if isinstance(moment, Over):
                    self.say(f"The game is over. Winner: {moment.winner or 'nobody'}. {moment.why}", "bold")
                    return moment
                if isinstance(moment, Chance):
                    self.tell(self.session.roll())
                elif moment.side in self.players:
                    self.tell(self.session.take(self.computed(self.players[moment.side])))
                elif self.is_automatic(moment):
                    self.take(self.computed(self.adviser))
                else:
                    self.decide()
        except Quit:
            return None

    def is_automatic(self, moment: Choice) -> bool:
        phase = self.phase
        if self.auto_phase == (phase, moment.side):
            return True
        if self.auto_phase is not None and self.auto_phase[0] != phase:
            self.auto_phase = None
        return False

    @property
    def phase(self) -> str:
        """The phase of the game, in systems that have phases."""
        return str(getattr(self.session.position.state, "phase", ""))

    def computed(self, player: Player) -> Action:
        return player.choose(self.view_of_decider(), self.session.system, self.rng)

    def view_of_decider(self) -> View[Any]:
        """What the side that decides may see."""
        position = self.session.position
        moment = position.pending
        assert isinstance(moment, Choice)
        return make_view(self.session.system, position, moment.side, self.session.step)

    def decide(self) -> None:
        """Ask until a step has been taken or the position has changed in another way."""
        self.show_options()
        step, session = self.session.step, self.session
        while self.session is session and self.session.step == step:
            line = self.terminal.ask("> ")
            if line is None:
                raise Quit
            self.answer(line.strip())

    def answer(self, line: str) -> None:
        if not line:
            self.show_options()
            return
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit"):
            raise Quit
        if word == "auto":
            self.auto(rest.strip())
        elif word in self.commands:
            self.commands[word](rest.strip())
        else:
            action = self.meant(line)
            if action is not None:
                self.take(action)

    def take(self, action: Action) -> None:
        try:
            events = self.session.take(action)
        except IllegalAction as error:
            self.say(f"Not allowed: {error}", "red")
        else:
            self.tell(events)

    # -- options -----------------------------------------------------------------------------------------

    def options(self) -> tuple[Action, ...]:
        moment = self.session.pending
        return moment.options if isinstance(moment, Choice) else ()

    def show_options(self, full: bool = False) -> None:
        moment = self.session.pending
        assert isinstance(moment, Choice)
        turn = getattr(self.session.position.state, "turn", 0)
        when = f"turn {turn}, {self.phase}".rstrip(", ") if turn else "set-up"
        rules = f" [{', '.join(self.citations.rules(moment.rules))}]" if moment.rules else ""
        self.say(f"{moment.side.capitalize()} ({when}): {moment.asks}{rules}", "bold")
        groups: dict[str, list[int]] = {}
        for number, option in enumerate(moment.options):
            groups.setdefault(option.verb, []).append(number)
        for verb, numbers in groups.items():
            self.show_group(verb, numbers, full)

    def show_group(self, verb: str, numbers: list[int], full: bool) -> None:
        options = self.options()
        if not full and len(numbers) > LONG_GROUP and all(options[number].at for number in numbers):
            places = ", ".join(self.place_name(options[number].at) for number in numbers)
            self.say(f"  {verb}: {len(numbers)} options; give the hex: {places}")
            return
        for number in numbers:
            self.say(f"  {number + 1}. {self.label(options[number])}")

    def label(self, action: Action) -> str:
        described = self.session.system.describe(self.seen_state(), action)
        if described.breakdown is None:
            return described.label
        breakdown = described.breakdown
        figures = f"column {breakdown.column}, " if breakdown.column else ""
        return f"{described.label} ({figures}DRM {breakdown.drm:+d})"

    def meant(self, line: str) -> Action | None:
        """The action that a player's line means; says so where it means none or several."""
        options = self.options()
        if line.isdigit():
            if 1 <= int(line) <= len(options):
                return options[int(line) - 1]
            self.say(f"There are options 1 to {len(options)}.")
            return None
        place = self.resolve(line)
        if place is not None:
            return self.only_option_at(line, place)
        try:
            action = Action.parse(line)
        except ValueError as error:
            self.say(f"{error}. Say 'help' for help.")
            return None
        return self.full(action)

    def only_option_at(self, line: str, place: str) -> Action | None:
        numbers = [number for number, option in enumerate(self.options()) if option.at == place]
        if len(numbers) == 1:
            return self.options()[numbers[0]]
        if not numbers:
            self.say(f"Nothing can be done at {line} now.")
        for number in numbers:
            self.say(f"  {number + 1}. {self.label(self.options()[number])}")
        return None

    def full(self, action: Action) -> Action:
        place = self.resolve(action.at) if action.at else None
        return Action(action.verb, action.who, place or action.at, action.how)

    # -- answers to questions ----------------------------------------------------------------------------

    def why(self, words: str) -> None:
        if not words:
            self.say("Why what? Give the number of an option, or an action.")
            return
        action = self.meant(words)
        if action is None:
            return
        if action in self.options():
            self.explain(action)
            return
        moment = self.session.pending
        assert isinstance(moment, Choice)
        refusal = self.citations.shown(self.session.system.why_not(self.seen_state(), moment, action))
        self.say(f"Not allowed: {refusal.reason}" + (f" [{refusal.rule}]" if refusal.rule else ""))

    def explain(self, action: Action) -> None:
        described = self.citations.shown(self.session.system.describe(self.seen_state(), action))
        rules = f" [{', '.join(described.rules)}]" if described.rules else ""
        self.say(f"{described.label}{rules}")
        for one in described.each:
            self.say(f"{one.label}:")
            self.say_lines(breakdown_lines(one.breakdown))
            self.say(odds_line(one.odds))
        if described.each:
            return
        if described.breakdown is not None:
            self.say_lines(breakdown_lines(described.breakdown))
        if described.odds:
            self.say(odds_line(described.odds))

    def hint(self, words: str) -> None:
        action = self.computed(self.adviser)
        self.say(f"The computer would: {self.options().index(action) + 1}. {self.label(action)}")
        for reason in reasons_of(self.adviser, self.view_of_decider(), action, self.session.system):
            self.say(f"  {reason}")

    def auto(self, words: str) -> None:
        moment = self.session.pending
        assert isinstance(moment, Choice)
        if words not in ("", "phase"):
            self.say("Say 'auto' for this decision, or 'auto phase' for the rest of the phase.")
            return
        if words == "phase":
            self.auto_phase = (self.phase, moment.side)
        action = self.computed(self.adviser)
        self.say(f"The computer decides: {self.label(action)}")
        self.take(action)

    def undo(self, words: str) -> None:
        moment = self.session.pending
        assert isinstance(moment, Choice)
        try:
            self.session.undo(moment.side)
        except UndoRefused as error:
            if not self.opponent_agrees(moment.side):
                self.say(f"That cannot be taken back: {error}")
                return
            self.session.undo(moment.side, consent=True)
        self.say("Taken back.")

    def opponent_agrees(self, side: str) -> bool:
        """Only a person across the table can agree; the computer does not."""
        others = [one for one in self.humans if one != side]
        if not others or not self.session.taken:
            return False
        answer = self.terminal.ask(f"{others[0].capitalize()}, do you agree that it is taken back (y/n)? ")
        return answer is not None and answer.strip().lower() in ("y", "yes")

    def show_map(self, words: str) -> None:
        g = self.on_map()
        if g is None:
            return
        if not words:
            self.say_lines(g.map_lines(self.terminal.width))
            return
        place = self.place(words)
        if place is not None:
            self.say_lines(g.map_lines(self.terminal.width, place))

    def save_picture(self, words: str) -> None:
        if not words:
            self.say("Give a file, as board.svg.")
            return
        g = self.on_map()
        if g is None:
            return
        try:
            write_picture(Path(words), g.picture())
        except CommandError as error:
            self.say(str(error), "red")
        else:
            self.say(f"Saved the picture to {words}.")

    def show_forces(self, words: str) -> None:
        g = self.on_map()
        if g is not None:
            self.say_lines(g.force_lines())

    def show_stack(self, words: str) -> None:
        g = self.on_map()
        place = self.place(words) if g is not None else None
        if g is not None and place is not None:
            self.say_lines(g.stack_lines(place))

    def show_los(self, words: str) -> None:
        g = self.on_map()
        if g is None:
            return
        names = words.split()
        if len(names) != 2:
            self.say("Give two hexes: los K5 J3")
            return
        a, b = self.place(names[0]), self.place(names[1])
        if a is None or b is None:
            return
        try:
            self.say_lines(in_words(g.map, a, b, g.los(a, b)))
        except NotShown as error:
            self.say(str(error))

    def show_log(self, words: str) -> None:
        count = int(words) if words.isdigit() else 20
        for event in self.session.seen_events(self.watcher)[-count:]:
            self.say_lines(event_lines(self.citations.shown(event)))

    def save(self, words: str) -> None:
        if not words:
            self.say("Give a file to save to.")
            return
        try:
            save(self.session, Path(words))
        except LogError as error:
            self.say(str(error), "red")
        else:
            self.say(f"Saved to {words}.")

    def load(self, words: str) -> None:
        if not words:
            self.say("Give a file to load.")
            return
        try:
            session = load(Path(words), self.say)
        except LogError as error:
            self.say(str(error), "red")
            return
        if set(session.system.sides(session.position.state)) != set(self.levels):
            self.say(f"{words} is a game of other sides: play it with 'defilade play --load {words}'.")
            return
        self.session = session
        self.say(f"Loaded {words}: {session.step} steps.")

    # -- showing -----------------------------------------------------------------------------------------

    def seen_state(self) -> Any:
        return self.session.system.redact(self.session.position.state, self.watcher)

    def seen(self) -> TextTable | None:
        """The game as its watcher sees it, if it is one with a map."""
        return text_table(self.session.system, self.seen_state())

    def on_map(self) -> TextTable | None:
        """The same for commands that need a map: says so where there is none."""
        g = self.seen()
        if g is None:
            self.say("This game is played without a map.")
        return g

    def resolve(self, text: str) -> str | None:
        g = self.seen()
        try:
            return g.map.resolve(text) if g is not None else None
        except UnknownHex:
            return None

    def place(self, text: str) -> str | None:
        """A hex by its name; says what is wrong with the name where it is none."""
        g = self.seen()
        try:
            return g.map.resolve(text) if g is not None else None
        except UnknownHex as error:
            self.say(str(error))
            return None

    def place_name(self, place: str) -> str:
        g = self.seen()
        return g.place_name(place) if g is not None else place

    def tell(self, events: list[Event]) -> None:
        watcher = self.watcher
        for event in events:
            if event.visible_to(watcher):
                style = "cyan" if event.kind in ("phase", "player_turn") else ""
                self.say_lines(event_lines(self.citations.shown(event)), style)

    def say(self, text: str, style: str = "") -> None:
        self.terminal.say(text, style)

    def say_lines(self, lines: list[str], style: str = "") -> None:
        for line in lines:
            self.say(line, style)
