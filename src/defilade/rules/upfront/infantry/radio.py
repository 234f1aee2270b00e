"""Artillery (UF:40): a man with a radio calls for a Fire Mission.

The radio is a secondary weapon like the others, for carrying, taking up and repair (UF:40.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from defilade.kernel import Action, Chance, Described, Frame, Refusal
from defilade.kernel.encoding import always
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import MISSION, Attack, breakdown
from defilade.rules.upfront.game.cards import RADIO as RADIO_CARD
from defilade.rules.upfront.game.cards import ActionCard
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, turned
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.secondary_weapons import RADIO
from defilade.rules.upfront.game.state import Group, Man
from defilade.rules.upfront.infantry.concealment import Concealing, answered, may_conceal, threat_words
from defilade.rules.upfront.infantry.fire import targets_of
from defilade.rules.upfront.infantry.odds import attack_odds, possible_draws
from defilade.rules.upfront.infantry.resolution import Resolving
from defilade.rules.upfront.infantry.wording import described_by_section

PART = Part()

STRENGTH = 5
BREAKS = 5
"""The radio malfunctions on this red number and on higher ones (UF:40.4)."""


def artillery_strength(g: UfPlay, side: str) -> int:
    """The strength of a Fire Mission: 5, or what the side has bought as the fact `artillery <side>` (UF:40.5)."""
    return int(g.state.facts.get(f"artillery {side}", STRENGTH))


def radio_refusal(g: UfPlay, man: Man) -> Refusal | None:
    """UF:40.1: a working radio on an unpinned man, with an unpinned leader in his group, who may be himself."""
    if man.secondary != RADIO:
        return Refusal(f"{g.name(man)} has no radio", "UF:40.1")
    if man.secondary_broken:
        return Refusal("the radio has malfunctioned", "UF:40.4")
    if man.pinned or man.berserk or man.transfers_to:
        return Refusal(f"{g.name(man)} cannot use the radio now", "UF:40.1")
    if man.crews:
        return Refusal(f"{g.name(man)} crews another man's weapon", "UF:11.2")
    if not g.unpinned_leader(g.group_of(man)):
        return Refusal("an unpinned SL, ASL or Commissar must be in the group", "UF:40.1")
    return None


def radio_men(g: UfPlay, group: Group) -> list[Man]:
    return [man for man in g.men(group) if man.secondary == RADIO and radio_refusal(g, man) is None]


def mission_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:40.2-a: any enemy group, seen or not. A Radio card is spent like every card, so it does not serve to rally
    in the same turn (UF:40.3-b)."""
    cards = g.holds(group.side, RADIO_CARD)
    if not cards:
        return
    for man in radio_men(g, group):
        for card, _ in cards:
            for target in g.enemy_groups(group.side):
                yield Action("mission", (group.id, man.id, card), target.id)


def why_no_mission(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    man = g.state.units.get(action.who[1]) if len(action.who) == 3 else None
    if not isinstance(man, Man) or man.group != group.id:
        return Refusal("that man is not in the group", "UF:40.1")
    refusal = radio_refusal(g, man)
    if refusal is None and g.usable(group.side, action.who[2], RADIO_CARD) is None:
        return Refusal("a Radio card is needed", "UF:40.2-a")
    return refusal


def fire_mission(g: UfPlay, side: str, caller: str, target: str) -> Attack:
    """It comes from no group and no distance."""
    return Attack(
        MISSION,
        side,
        target,
        strength=artillery_strength(g, side),
        label="Fire Mission",
        rule="UF:40.2-a",
        shooter=caller,
    )


def call_mission(g: UfPlay, group: Group, action: Action) -> None:
    """The group's sole action; no Fire card is needed. The card is spent, whatever comes of it (UF:40.2-b)."""
    _, uid, card = action.who
    g.spend(group)
    g.spend_card(group.side, card)
    attack = fire_mission(g, group.side, uid, action.at)
    text = f"{g.name(uid)} calls for a Fire Mission on {g.group_name(action.at)}."
    g.say("mission", text, "UF:40.2-a", side=group.side, who=(uid, card), at=action.at)
    g.push(CallingArtillery(attack))


class CallingArtillery(Frame):
    """A Fire Mission is asked for: the enemy may conceal the target, then a draw tells whether it comes."""

    attack: Attack
    stage: str = always("conceal")


@PART.answers(threat_words)
def mission_in_words(g: UfPlay, attack: Attack) -> str | None:
    if attack.kind != MISSION:
        return None
    return f"Fire Mission on {g.group_name(attack.target)} with strength {int(breakdown(g, attack).total)}"


@PART.decisions(CallingArtillery)
def ask_calling_artillery(g: UfPlay, frame: CallingArtillery) -> Chance | None:
    if frame.stage == "conceal":
        return None
    attack = frame.attack
    asks = f"The Fire Mission comes on a black {attack.concealed} to 6"
    return draw(g, attack.side, asks, "UF:40.2-a", about=(attack.shooter,))


@ask_calling_artillery
def take_calling_artillery(g: UfPlay, frame: CallingArtillery, answer: Answer) -> None:
    if answer is None:
        frame.stage = "draw"
        if may_conceal(g, frame.attack):
            g.push(Concealing(frame.attack))
        return
    g.pop()
    attack = frame.attack
    card = turned(g, attack.side, answer)
    comes = is_placed(attack, card)
    told = "it comes" if comes else "it does not come"
    g.say(
        "placement",
        f"Fire Mission, {card.colour} {card.number}: {told}.",
        "UF:40.2-a",
        *(["UF:40.2-b"] if attack.concealed else []),
        side=attack.side,
        who=(attack.shooter, card.id),
        at=attack.target,
    )
    radio_may_fail(g, g.man(attack.shooter), card)
    if comes:
        strike(g, attack)


def is_placed(attack: Attack, card: ActionCard) -> bool:
    """UF:40.2-a, UF:40.2-b: black, and at least the number of the Concealed card"""
    return not card.red and card.number >= attack.concealed


def strike(g: UfPlay, attack: Attack) -> None:
    """UF:40.21-a: like an attack of ordnance, card by card. Only where the target is and how it moves counts, Woods
    not (UF:40.21-b), nor a Concealed card any more (UF:40.21-c): see `concealment` and `terrain`."""
    g.push(Resolving(attack, targets_of(g, attack)))


def radio_may_fail(g: UfPlay, man: Man, card: ActionCard) -> None:
    """UF:40.4: in any use of it. It is repaired or lost like other weapons (UF:40.3)."""
    if card.red and card.number >= BREAKS:
        man = g.update(man, secondary_broken=True)
        text = f"The radio of {g.name(man)} malfunctions."
        g.say("malfunction", text, "UF:40.4", side=man.side, who=(man.id,), at=man.group)


@PART.answers(described_by_section)
def describe_mission(g: UfPlay, action: Action) -> Described | None:
    """A Fire Mission, or a Concealed card against one, with the chance that it comes and what it can do then."""
    found = _mission_shown(g, action)
    if found is None:
        return None
    attack, side = found
    summed = breakdown(g, attack)
    cards = possible_draws(g, side)
    odds: dict[str, float] = {}
    if cards:
        comes = sum(is_placed(attack, card) for card in cards) / len(cards)
        odds = {"it comes": comes}
        odds |= {name: comes * chance for name, chance in attack_odds(g, attack, side).items()}
    return Described("", tuple(dict.fromkeys(line.rule for line in summed.lines)), summed, odds)


def _mission_shown(g: UfPlay, action: Action) -> tuple[Attack, str] | None:
    if action.verb == "mission" and action.at in g.state.groups:
        side = g.group(action.who[0]).side
        return fire_mission(g, side, action.who[1], action.at), side
    top = g.state.stack[-1] if g.state.stack else None
    if isinstance(top, Concealing) and top.attack.kind == MISSION:
        return answered(g, top, action)
    return None


PART.action(
    "mission",
    mission_options,
    call_mission,
    lambda g, a: f"{g.name(a.who[1])} calls artillery on {g.group_name(a.at)} ({g.card_name(a.who[2])})",
    why_no_mission,
)
