"""Files of results: a run that was broken off goes on where it stopped.

The first line tells which run it is, every other line is a finished game.  Lines are added as games finish, so
whatever ends the program, no more is lost than the games in hand.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import IO, Self

import msgspec

from defilade.lab.games import Game, Run, SimulationError

FORMAT = 1


class ResultsError(SimulationError):
    """A file of results that cannot be gone on with: which, and why."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    results: int
    run: Run
    program: str
    """The fingerprint of the program that played."""
    version: str


class Results:
    """The games of a run, with a file beside them if there is one."""

    def __init__(self, path: Path | None, run: Run, program: str, version: str) -> None:
        self.path = path
        self.games: dict[int, Game] = {}
        self._header = Header(FORMAT, run, program, version)
        self._file: IO[bytes] | None = None
        if path is not None and path.exists() and path.stat().st_size:
            self._read(path)

    @property
    def whole(self) -> dict[int, Game]:
        """The games that need not be played again: those that broke off are tried once more."""
        return {number: game for number, game in self.games.items() if not game.error}

    def add(self, games: list[Game]) -> None:
        """Note games as finished."""
        for game in games:
            self.games[game.number] = game
        if self._file is not None:
            self._file.write(b"".join(msgspec.json.encode(game) + b"\n" for game in games))
            self._file.flush()

    def __enter__(self) -> Self:
        if self.path is not None:
            self._write_clean(self.path)
            self._file = self.path.open("ab")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _read(self, path: Path) -> None:
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError as error:
            raise ResultsError(f"{path}: cannot be read: {error.strerror}") from error
        self._check(path, lines[0])
        # What stands after the last line feed was cut off when the program was ended; it is played again.
        for number, line in enumerate(lines[1:-1], 2):
            try:
                game = msgspec.json.decode(line, type=Game)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise ResultsError(f"{path}: line {number}: {error}") from error
            self.games[game.number] = game

    def _check(self, path: Path, line: bytes) -> None:
        try:
            header = msgspec.json.decode(line, type=Header)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ResultsError(f"{path}: line 1 is not that of a file of results: {error}") from error
        wanted = self._header
        if header.results != FORMAT:
            raise ResultsError(f"{path}: format {header.results} is not known (this version reads {FORMAT})")
        if header.run != wanted.run:
            raise ResultsError(f"{path}: holds another run: {header.run.words}; wanted is {wanted.run.words}")
        if header.program != wanted.program:
            raise ResultsError(
                f"{path}: was played by another state of the program "
                f"({header.version}, {header.program}; this is {wanted.version}, {wanted.program}): "
                "the games would not belong together; name another file"
            )

    def _write_clean(self, path: Path) -> None:
        """Header and whole lines only, put in place in one go."""
        lines = [msgspec.json.encode(self._header)]
        lines += [msgspec.json.encode(self.games[number]) for number in sorted(self.games)]
        temporary = path.with_name(path.name + ".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(b"\n".join(lines) + b"\n")
            temporary.replace(path)
        except OSError as error:
            raise ResultsError(f"{path}: cannot be written: {error.strerror}") from error
