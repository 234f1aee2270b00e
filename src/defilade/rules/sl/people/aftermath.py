"""What becomes of heroes between the battles of a Campaign Game (SL:3.8.12): written down when a battle is over.

A scenario card that belongs to a campaign names its players' own leaders; only in such a game is there a next battle.
"""

from __future__ import annotations

from collections.abc import Iterable

from defilade.kernel import Action, Chance, Frame, Line, Outcome
from defilade.kernel.composition import Part
from defilade.rules.sl.nations import nationality
from defilade.rules.sl.people.heroes import hero_made, is_hero
from defilade.rules.sl.people.promotion import creation_lines, rank_for
from defilade.rules.sl.state import SlPlay
from defilade.tactics.counters import Counter
from defilade.tactics.sequence import after_the_game
from defilade.tactics.units import Unit

PART = Part()


class HeroGoes(Frame):
    """A hero of this battle is none in the next; somebody takes his place."""

    hero: str


@PART.answers(hero_made)
def who_he_was(g: SlPlay, hero: Unit, base: Unit) -> None:
    """SL:3.8.12-b: also a leader is remembered as what he was."""
    if g.scenario.personal_leaders:
        g.state.heroes_made[hero.id] = base.type if base.is_leader else ""


@PART.answers(after_the_game)
def heroes_go(g: SlPlay) -> Iterable[Frame]:
    """SL:3.8.12-a: those who were made in this battle, and have come through it."""
    made = [unit for uid in g.state.heroes_made if (unit := g.state.units.get(uid)) is not None]
    return [HeroGoes(unit.id) for unit in made if is_hero(unit) and not unit.captive]


def ladder(g: SlPlay, nation: str) -> list[Counter]:
    """The leaders of a nation, the lowest first."""
    leaders = [one for one in g.counters.values() if one.is_leader and one.nationality == nation]
    return sorted(leaders, key=lambda one: (one.morale, -one.leadership))


def next_rank(g: SlPlay, leader: Counter) -> Counter:
    """SL:3.8.12-b; the highest stays what he is."""
    ranks = ladder(g, leader.nationality)
    place = next(number for number, one in enumerate(ranks) if one.id == leader.id)
    return ranks[min(place + 1, len(ranks) - 1)]


@PART.decisions(HeroGoes)
def ask_who_comes(g: SlPlay, frame: HeroGoes) -> Chance | None:
    if g.state.heroes_made[frame.hero]:
        return None
    hero = g.unit(frame.hero)
    asks = f"Who takes the place of {g.name(hero)} in the next battle?"
    return Chance(asks, dice=1, side=hero.side, rules=("SL:3.8.12-a", "SL:3.6.3-t"), about=(hero.id,))


@ask_who_comes
def take_who_comes(g: SlPlay, frame: HeroGoes, answer: Action | Outcome | None) -> None:
    g.pop()
    hero = g.unit(frame.hero)
    lines: list[Line] = []
    if isinstance(answer, Outcome):
        lines = creation_lines(g, hero, 0)
        rank = rank_for(answer.dice[0] + int(sum(line.value for line in lines)))
        mine = ladder(g, nationality(g, hero))
        comes = next((one for one in mine if one.name == rank), None)
        words = f"an {rank} comes in his place." if comes is not None else "nobody comes in his place."
        rule, dice = "SL:3.8.12-a", answer.dice
    else:
        was = g.counters[g.state.heroes_made[hero.id]]
        comes = next_rank(g, was)
        words = f"the {was.name} that he was comes back as an {comes.name}."
        rule, dice = "SL:3.8.12-b", ()
    if comes is not None:
        g.state.returns[hero.side] = (*g.state.returns.get(hero.side, ()), comes.id)
    g.say(
        "aftermath",
        f"{g.name(hero)} goes before the next battle: {words}",
        rule,
        *(line.rule for line in lines),
        side=hero.side,
        who=(hero.id,),
        at=hero.hex,
        dice=dice,
    )
