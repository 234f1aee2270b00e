"""Figures about the running server, in the text form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """All figures of one server worker."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self.requests = self._counter(
            "http_requests", "HTTP requests by method and status.", "method", "status"
        )
        self.actions = self._counter(
            "actions", "Actions that players sent, by what became of them.", "outcome"
        )
        self.steps = self._counter("steps", "Steps that were written down.")
        self.conflicts = self._counter("conflicts", "Steps that another worker was quicker to take.")
        self.messages = self._counter("messages", "Socket messages by direction.", "direction")
        self.computer = self._counter(
            "computer_decisions", "Decisions of the computer, by outcome.", "outcome"
        )
        self.games = self._counter("games", "Games begun and ended.", "what")
        self.action_seconds = self._histogram("action_seconds", "From an action's arrival until it is kept.")
        self.commit_seconds = self._histogram("commit_seconds", "Time to write a batch of steps.")
        self.computer_seconds = self._histogram("computer_seconds", "Time that the computer thought.")

    def _counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(f"defilade_{name}", help, labels, registry=self._registry)

    def _histogram(self, name: str, help: str) -> Histogram:
        return Histogram(f"defilade_{name}", help, buckets=BUCKETS, registry=self._registry)

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """A figure that is read when somebody asks."""
        Gauge(name, help, registry=self._registry).set_function(read)

    def text(self) -> str:
        return generate_latest(self._registry).decode()
