"""Buying a force step by step: what can still be had, what it costs, and why not."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from defilade.console.terminal import Terminal
from defilade.kernel import Refusal
from defilade.rules.upfront.designs.dyo_builder import with_card, without_cards, wrong_now
from defilade.rules.upfront.designs.dyo_force import Purchase, Terms, card_refusal, cost, points, refusals
from defilade.rules.upfront.designs.dyo_tables import DyoTables, troops_named
from defilade.rules.upfront.game.library import Library

replace = msgspec.structs.replace

HELP = """\
list                 what can still be bought with the points that are left
add NAME ...         buy men, guns or vehicles
drop NAME ...        give them back
give NAME WEAPON     a secondary weapon: atmm, panzerfaust, demolition-charge, radio
radio STRENGTH       artillery of strength 5, 6 or 7
later NAME DECKS     he comes only after so many decks (0: from the start)
troops QUALITY       line, elite, second or partisan
snipers NUMBER       0, 1 or 2
why NAME             why somebody cannot be had
total                the force and its points
done                 finish, if nothing is wrong
quit                 leave it"""


class Guide:
    """A force that is being bought. Each command is answered with lines of text."""

    def __init__(self, box: Library, tables: DyoTables, force: Purchase, terms: Terms) -> None:
        self.box, self.tables, self.force, self.terms = box, tables, force, terms
        self.finished = False
        self.commands: dict[str, Callable[[list[str]], list[str]]] = {
            "list": self.offers,
            "add": self.add,
            "drop": self.drop,
            "give": self.give,
            "radio": self.radio,
            "later": self.later,
            "troops": self.troops,
            "snipers": self.snipers,
            "why": self.why,
            "total": self.total,
            "done": self.done,
            "help": lambda words: HELP.splitlines(),
        }

    def run(self, terminal: Terminal) -> Purchase | None:
        """Ask until the force is finished; none if the player leaves."""
        terminal.say("Say 'help' for what can be said.")
        while not self.finished:
            line = terminal.ask("> ")
            if line is None or line.strip() in ("quit", "exit"):
                return None
            for told in self.answer(line):
                terminal.say(told)
        return self.force

    def answer(self, line: str) -> list[str]:
        verb, *words = line.lower().split() or [""]
        command = self.commands.get(verb)
        if command is None:
            return [f"{verb!r} is not understood; say 'help'."] if verb else []
        return command(words)

    # -- what is wrong ---------------------------------------------------------------------------------------

    def wrong(self, force: Purchase, *, unfinished: bool = True) -> list[Refusal]:
        if unfinished:
            return wrong_now(self.box, self.tables, force, self.terms)
        return refusals(self.box, self.tables, force, self.terms)

    def change(self, force: Purchase) -> list[str]:
        """Take a change over if nothing about it is wrong."""
        found = self.wrong(force)
        if found:
            return [_told(one) for one in found]
        self.force = force
        return [self._spent()]

    def _spent(self) -> str:
        spent = points(self.box, self.tables, self.force, has_sniper=self.terms.has_sniper)
        return f"{spent} points" + (f", {self.terms.limit - spent} left" if self.terms.limit else "")

    def _key(self, word: str) -> str:
        """A card by its id or by its name."""
        for key, man in self.box.men.items():
            if word in (key, man.name.lower()):
                return key
        return word

    # -- commands --------------------------------------------------------------------------------------------

    def with_card(self, key: str) -> Purchase:
        return with_card(self.box, self.force, key)

    def offers(self, words: list[str]) -> list[str]:
        found = []
        for key, man in self.box.men.items():
            if man.nation == self.force.nation and not self.wrong(self.with_card(key)):
                found.append(f"{key:14} {man.points:4}  {man.role or self.box.weapons[man.weapon].name}")
        for key, machine in self.box.machines.items():
            if machine.nation == self.force.nation and not self.wrong(self.with_card(key)):
                found.append(f"{key:14} {machine.points:4}  {machine.name}")
        return found or ["nothing more can be bought"]

    def add(self, words: list[str]) -> list[str]:
        told = []
        for word in words:
            told += self.change(self.with_card(self._key(word)))
        return told or ["whom?"]

    def drop(self, words: list[str]) -> list[str]:
        keys = {self._key(word) for word in words}
        unknown = keys - set(self.force.cards)
        if unknown or not keys:
            return [f"{', '.join(sorted(unknown)) or 'nobody'} is not in the force"]
        self.force = without_cards(self.force, keys)
        return [self._spent()]

    def give(self, words: list[str]) -> list[str]:
        if len(words) != 2:
            return ["say who and what: give beck panzerfaust"]
        man, weapon = self._key(words[0]), words[1]
        return self.change(replace(self.force, secondary={**self.force.secondary, man: weapon}))

    def radio(self, words: list[str]) -> list[str]:
        if len(words) != 1 or not words[0].isdigit():
            return ["say a strength: radio 6"]
        return self.change(replace(self.force, radio=int(words[0])))

    def later(self, words: list[str]) -> list[str]:
        if len(words) != 2 or not words[1].isdigit():
            return ["say who and after how many decks: later beck 1"]
        key, decks = self._key(words[0]), int(words[1])
        waves = {d: tuple(c for c in wave if c != key) for d, wave in self.force.reinforcements.items()}
        if decks:
            waves[decks] = (*waves.get(decks, ()), key)
        return self.change(replace(self.force, reinforcements={d: w for d, w in waves.items() if w}))

    def troops(self, words: list[str]) -> list[str]:
        try:
            named = troops_named(self.box, self.force.nation, " ".join(words))
        except KeyError as error:
            return [str(error.args[0])]
        return self.change(replace(self.force, troops="" if words == ["line"] else named))

    def snipers(self, words: list[str]) -> list[str]:
        if len(words) != 1 or not words[0].isdigit():
            return ["say how many: snipers 1"]
        return self.change(replace(self.force, snipers=int(words[0])))

    def why(self, words: list[str]) -> list[str]:
        """UF:43.2-d and the rest: the reason why a card cannot be had now."""
        told = []
        for key in map(self._key, words):
            known = key in self.box.men or key in self.box.machines
            alone = card_refusal(self.box, self.force, self.terms, key) if known else None
            found = [alone] if alone is not None else self.wrong(self.with_card(key))
            told += [_told(one) for one in found] or [f"{key} can be had"]
        return told or ["why whom?"]

    def total(self, words: list[str]) -> list[str]:
        summed = cost(self.box, self.tables, self.force, has_sniper=self.terms.has_sniper)
        told = [", ".join(self.force.cards) or "nobody yet"]
        told += [f"{line.label}: {line.value} [{line.rule}]" for line in summed.lines]
        return [*told, self._spent()]

    def done(self, words: list[str]) -> list[str]:
        found = self.wrong(self.force, unfinished=False)
        if found:
            return ["not yet:", *(_told(one) for one in found)]
        self.finished = True
        return [self._spent()]


def _told(refusal: Refusal) -> str:
    return f"{refusal.reason} [{refusal.rule}]" if refusal.rule else refusal.reason
