"""A test has the same dice on every machine, every time."""

from __future__ import annotations

import random

from defilade.kernel import Committed

seeds = random.Random()
"""Where whatever a test would leave to chance comes from; set anew for each test by its name."""


def fix() -> None:
    """From now on games that begin take their seed from there."""
    Committed.fresh = classmethod(_fresh)  # type: ignore[method-assign,assignment]


def _fresh(cls: type[Committed]) -> Committed:
    return cls(seeds.randbytes(32).hex())


def browser_script() -> str:
    """Makes a browser add the same to the dice each time (mulberry32)."""
    return f"""{{
  let state = {seeds.getrandbits(32)};
  const next = () => {{
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) & 255;
  }};
  crypto.getRandomValues = (bytes) => {{
    for (let n = 0; n < bytes.length; n += 1) bytes[n] = next();
    return bytes;
  }};
}}"""
