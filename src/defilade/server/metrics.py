"""Figures about the running server, in the text form that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

Labels = tuple[tuple[str, str], ...]


def _key(labels: dict[str, str]) -> Labels:
    return tuple(sorted(labels.items()))


def _text(labels: Labels) -> str:
    if not labels:
        return ""
    shown = ",".join(f'{name}="{_escape(value)}"' for name, value in labels)
    return f"{{{shown}}}"


def _escape(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


class Counter:
    """Goes up."""

    kind = "counter"

    def __init__(self, name: str, help: str) -> None:
        self.name, self.help = name, help
        self._values: dict[Labels, float] = {}

    def add(self, amount: float = 1, **labels: str) -> None:
        key = _key(labels)
        self._values[key] = self._values.get(key, 0) + amount

    def value(self, **labels: str) -> float:
        return self._values.get(_key(labels), 0)

    def lines(self) -> list[str]:
        return [f"{self.name}{_text(key)} {value:g}" for key, value in sorted(self._values.items())]


class Gauge:
    """Stands where something stands when it is asked."""

    kind = "gauge"

    def __init__(self, name: str, help: str, read: Callable[[], float]) -> None:
        self.name, self.help, self._read = name, help, read

    def lines(self) -> list[str]:
        return [f"{self.name} {self._read():g}"]


class Histogram:
    """How long something took."""

    kind = "histogram"

    def __init__(self, name: str, help: str) -> None:
        self.name, self.help = name, help
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> list[str]:
        lines, total = [], 0
        for limit, count in zip((*BUCKETS, float("inf")), self._counts, strict=True):
            total += count
            shown = "+Inf" if limit == float("inf") else f"{limit:g}"
            lines.append(f'{self.name}_bucket{{le="{shown}"}} {total}')
        return [*lines, f"{self.name}_sum {self._sum:.6f}", f"{self.name}_count {total}"]


class Metrics:
    """All figures of one server worker."""

    def __init__(self) -> None:
        self.requests = Counter("defilade_http_requests_total", "HTTP requests by method and status.")
        self.actions = Counter("defilade_actions_total", "Actions that players sent, by what became of them.")
        self.steps = Counter("defilade_steps_total", "Steps that were written down.")
        self.conflicts = Counter("defilade_conflicts_total", "Steps that another worker was quicker to take.")
        self.messages = Counter("defilade_messages_total", "Socket messages by direction.")
        self.computer = Counter("defilade_computer_decisions_total", "Decisions of the computer, by outcome.")
        self.games = Counter("defilade_games_total", "Games begun and ended.")
        self.action_seconds = Histogram(
            "defilade_action_seconds", "From an action's arrival until it is kept."
        )
        self.commit_seconds = Histogram("defilade_commit_seconds", "Time to write a batch of steps.")
        self.computer_seconds = Histogram("defilade_computer_seconds", "Time that the computer thought.")
        self._all: list[Counter | Gauge | Histogram] = [
            one for one in vars(self).values() if isinstance(one, Counter | Histogram)
        ]

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        self._all.append(Gauge(name, help, read))

    def text(self) -> str:
        parts: list[str] = []
        for one in self._all:
            parts += [f"# HELP {one.name} {one.help}", f"# TYPE {one.name} {one.kind}", *one.lines()]
        return "\n".join(parts) + "\n"
