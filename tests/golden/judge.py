"""Writes down anew what the rules of now make of every golden game: `python tests/golden/judge.py`.

A line that changes keeps no reason: give the correction's in `why`, and make a new version of the system unless the
correction's system has one since the log was written.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from defilade import strict_yaml
from defilade.kernel import read_log
from defilade.kernel.replays import replayed
from defilade.systems import find_system

GOLDEN = Path(__file__).parent
VERDICTS = GOLDEN / "verdicts.yaml"


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What becomes of a golden log: from which step it differs, or at which it stops and by which rule."""

    verdict: str
    step: int = 0
    rule: str = ""
    why: str = ""


def logs() -> dict[str, Path]:
    return {f"{path.parent.name}/{path.stem}": path for path in sorted(GOLDEN.glob("v*/*.log"))}


def expected() -> dict[str, Expected]:
    return strict_yaml.parse(VERDICTS, VERDICTS.read_text(encoding="utf-8"), dict[str, Expected])


def judged(path: Path) -> Expected:
    found = replayed(read_log(path), find_system)
    if found.stop is not None:
        return Expected(found.verdict, found.stop.step, found.stop.rule)
    return Expected(found.verdict, found.differences[0].step if found.differences else 0)


def line(name: str, verdict: Expected) -> str:
    given = ", ".join(
        f"{key}: {value}" for key, value in msgspec.to_builtins(verdict).items() if key != "rule"
    )
    if verdict.rule:
        given = given.replace(f"step: {verdict.step}", f'step: {verdict.step}, rule: "{verdict.rule}"')
    return f"{name}: {{{given}}}\n"


def main() -> None:
    before = expected()
    comments = [
        text for text in VERDICTS.read_text(encoding="utf-8").splitlines(True) if text.startswith("#")
    ]
    lines = []
    for name, path in logs().items():
        now, then = judged(path), before.get(name, Expected("same"))
        if msgspec.structs.replace(then, why="") == now:
            now = then
        lines.append(line(name, now))
    VERDICTS.write_text("".join([*comments, *lines]), encoding="utf-8")


if __name__ == "__main__":
    main()
