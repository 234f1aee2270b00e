"""Where batches of games are played: here, in processes of this machine, or on a Ray cluster.

An engine only spreads the work.  Every game has a seed of its own, so all engines give the same games.
"""

from __future__ import annotations

import importlib.util
import logging
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, TypeVar

from defilade.lab.games import SimulationError
from defilade.rules.content_files import OVERLAY_VARIABLE

ENGINES = ("local", "ray")
RAY_ADDRESS = "RAY_ADDRESS"
"""Where a running cluster is; without it, Ray is started on this machine and stopped again afterwards."""

B = TypeVar("B")
R = TypeVar("R")


class EngineError(SimulationError):
    """An engine that there is not, or that cannot be used here."""


def run_batches(
    play: Callable[[B], R], batches: Sequence[B], jobs: int = 1, engine: str = "local"
) -> Iterator[R]:
    """The results of all batches, in the order in which they are done."""
    if engine == "ray":
        return _on_ray(play, batches, jobs)
    if engine != "local":
        raise EngineError(f"there is no engine {engine!r}; there are: {', '.join(ENGINES)}")
    if jobs == 1 or len(batches) == 1:
        return (play(batch) for batch in batches)
    return _in_processes(play, batches, jobs)


def _in_processes(play: Callable[[B], R], batches: Sequence[B], jobs: int) -> Iterator[R]:
    # Spawned, not forked: the progress bar has a thread, and a fork of a threaded process can hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(batches)), mp_context=context) as pool:
        for future in as_completed([pool.submit(play, batch) for batch in batches]):
            yield future.result()


def _on_ray(play: Callable[[B], R], batches: Sequence[B], jobs: int) -> Iterator[R]:
    """The same batches on a Ray cluster, for runs that one machine is too small for."""
    if importlib.util.find_spec("ray") is None:
        raise EngineError("the engine 'ray' needs the package ray: pip install 'defilade[ray]'")
    return _results_from_ray(play, batches, jobs)


def _results_from_ray(play: Callable[[B], R], batches: Sequence[B], jobs: int) -> Iterator[R]:
    import ray

    ours = not ray.is_initialized()
    if ours:
        _connect(ray, jobs)
    try:
        remote = ray.remote(play).options(max_retries=2)
        waiting = [remote.remote(batch) for batch in batches]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        if ours:
            ray.shutdown()


def _connect(ray: Any, jobs: int) -> None:
    """Join the cluster that the environment names, or start one of `jobs` workers on this machine."""
    address = os.environ.get(RAY_ADDRESS)
    overlay = os.environ.get(OVERLAY_VARIABLE)
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if overlay:
        # Workers play by the owner's files too, or the games would not be the same.
        settings["runtime_env"] = {"env_vars": {OVERLAY_VARIABLE: overlay}}
    if address:
        ray.init(address=address, **settings)
    else:
        ray.init(address="local", num_cpus=jobs, include_dashboard=False, **settings)
