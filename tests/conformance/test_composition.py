"""How systems are put together: every question has somebody who asks it and somebody who answers, and what a modifier
adds to a breakdown is what it declared."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import defilade.rules.sk
import defilade.rules.sl
import defilade.rules.upfront
import defilade.tactics
from conformance.walk import random_step
from defilade.kernel import Line, Over
from defilade.kernel.composition import Entries, Hook, Modified, Modifier, Only, Rules
from defilade.rules.sk.full.edition import FULL_KIT
from defilade.rules.sk.system import SkSystem
from defilade.rules.sl.system import SlSystem
from defilade.rules.upfront.system import UfSystem

PACKAGES = {
    "sk": (defilade.rules.sk, SkSystem().rules),
    "upfront": (defilade.rules.upfront, UfSystem().rules),
    "sl": (defilade.rules.sl, SlSystem().rules),
    "tactics": (defilade.tactics, SkSystem().rules),
}

COMPOSITIONS = {
    "sk": (SkSystem().rules, SkSystem(edition=FULL_KIT).rules),
    "upfront": (UfSystem().rules,),
    "sl": (SlSystem().rules,),
    "tactics": (SkSystem().rules, SkSystem(edition=FULL_KIT).rules, SlSystem().rules),
}
"""Everything that is put together from a package: what one edition does not answer another may."""


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def declared(package: ModuleType) -> dict[str, object]:
    """The hooks and lists that the modules of a package declare, by name."""
    found: dict[str, object] = {}
    for module in modules_of(package):
        for name, value in vars(module).items():
            if isinstance(value, Hook) and value.module == module.__name__:
                found[name] = value
            elif isinstance(value, Entries) and f"\n{name} = Entries" in source_of(module):
                found.setdefault(name, value)
    return found


def source_of(module: ModuleType) -> str:
    assert module.__file__ is not None
    return Path(module.__file__).read_text()


def asked(package: ModuleType) -> set[str]:
    """The names that the modules of a package call, or read of a composition. What the common floor declares its
    systems may ask, too."""
    found: set[str] = set()
    packages = (package, defilade.rules.sk) if package is defilade.tactics else (package,)
    for module in (module for each in packages for module in modules_of(each)):
        for node in ast.walk(ast.parse(source_of(module))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in ("of", "answers"):
                called = called.value
            if isinstance(called, ast.Attribute):
                found.add(called.attr)
            elif isinstance(called, ast.Name):
                found.add(called.id)
    return found


@pytest.mark.parametrize("name", PACKAGES)
def test_every_question_is_asked_and_answered(name: str) -> None:
    package, _ = PACKAGES[name]
    questions = declared(package)
    assert questions
    answered = {hook for rules in COMPOSITIONS[name] for hook in (*rules.answered(), *rules.entries)}
    assert sorted(set(questions) - asked(package)) == [], "nobody asks these"
    silent = {name for name, hook in questions.items() if hook not in answered}
    assert sorted(silent) == [], "nobody answers these"
    for hook in questions.values():
        assert isinstance(hook, Entries) or hook.__doc__, f"{hook} does not say what it asks"


@pytest.mark.parametrize("name", PACKAGES)
def test_what_only_one_part_does_is_done_by_one(name: str) -> None:
    package, rules = PACKAGES[name]
    for hook in declared(package).values():
        if isinstance(hook, Only):
            hook.check(rules.answers.get(hook, ()))


@pytest.mark.parametrize("name", PACKAGES)
def test_no_module_imports_inside_a_function(name: str) -> None:
    package, _ = PACKAGES[name]
    hidden = []
    for module in modules_of(package):
        for function in ast.walk(ast.parse(source_of(module))):
            if isinstance(function, ast.FunctionDef):
                hidden += [
                    f"{module.__name__}:{node.lineno}"
                    for node in ast.walk(function)
                    if isinstance(node, ast.Import | ast.ImportFrom)
                ]
    assert hidden == []


def modifiers_of(rules: Rules) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for hook in rules.answered():
        if isinstance(hook, Modified):
            for modifier in hook.of(rules):
                yield hook.name, modifier.name, modifier.rules


def test_modifiers_of_the_starter_kit_stand_in_their_order() -> None:
    listed = [(figure, name) for figure, name, _ in modifiers_of(SkSystem().rules)]
    assert [name for figure, name in listed if figure == "shot_factors"] == [
        "point_blank",
        "long_range",
        "far_machine_gun",
        "lone_gunner",
        "pinned_firer",
        "halved",
        "halved",
        "halved",
    ]
    assert [name for figure, name in listed if figure == "attack_lines"] == [
        "hindrance_lines",
        "leadership_lines",
        "cx_lines",
    ]
    assert [name for figure, name in listed if figure == "target_lines"] == [
        "movement_lines",
        "tem_lines",
        "cover_of_fortified",
        "carrier_lines",
    ]


@pytest.mark.parametrize("scenario", ["S1", "S3", "S4", "UF-A", "UF-D", "UF-H"])
def test_modifiers_cite_what_they_declared(scenario: str) -> None:
    """Random games with every modifier watched."""
    system: Any = UfSystem() if scenario.startswith("UF") else SkSystem()
    undeclared: list[tuple[str, Line]] = []
    seen = 0

    def watched(modifier: Modifier) -> Modifier:
        def lines(*asked: object) -> list[Line]:
            nonlocal seen
            found = list(modifier.lines(*asked))
            seen += len(found)
            undeclared.extend((modifier.name, line) for line in found if line.rule not in modifier.rules)
            return found

        return modifier._replace(lines=lines)

    for hook, answers in list(system.rules.answers.items()):
        if isinstance(hook, Modified):
            system.rules.answers[hook] = tuple(watched(modifier) for modifier in answers)
    for seed in range(3):
        rng = random.Random(f"{scenario}/{seed}")
        position, _ = system.begin(scenario)
        while not isinstance(position.pending, Over):
            position.advance(random_step(position, rng))
    assert seen > 100
    assert undeclared == []
