"""Close Combat (UF:20.52, UF:20.6, UF:20.7): infiltrators fight man against man.

An infiltrator enters, a draw gives the position he attacks, and when all of his group are paired the fights are
resolved one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from defilade.kernel import Action, Breakdown, Chance, Choice, Frame, Line, Refusal
from defilade.kernel.composition import any_of, bar, told
from defilade.kernel.encoding import always
from defilade.kernel.frames import Answer
from defilade.rules.upfront.close_quarters.prisoners import take_prisoner
from defilade.rules.upfront.game.cards import CONCEALED, HERO
from defilade.rules.upfront.game.cards import MOVEMENT as MOVEMENT_CARD
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.deck import draw, time_is_up, turned
from defilade.rules.upfront.game.groups import relative_range
from defilade.rules.upfront.game.losses import remove, unpin
from defilade.rules.upfront.game.play import UfPlay
from defilade.rules.upfront.game.questions import ccv_lines
from defilade.rules.upfront.game.state import KIA, Group, Machine, Man, Unit
from defilade.rules.upfront.infantry.concealment import concealed_value
from defilade.rules.upfront.infantry.crews import assistant_of, waits_at_weapon
from defilade.rules.upfront.infantry.discards import planned
from defilade.rules.upfront.infantry.hero import HeroAmong, as_if, could_hold, on_hero, roused
from defilade.rules.upfront.infantry.victory import broken_squad, fall_together
from defilade.rules.upfront.infantry.weapon_capture import offer_weapon
from defilade.rules.upfront.transfers.infiltration import CheckingMorale, lose_status

PART = Part()


@bar
def close_combat_bar(g: UfPlay, man: Man, target: Group, /) -> Refusal | None:
    """Why may the man not fight that group hand to hand?"""


@any_of
def gives_no_help(g: UfPlay, unit: Unit, /) -> bool:
    """Does this card not help those of its group who fight hand to hand?"""
    return False


@any_of
def cannot_fight(g: UfPlay, unit: Unit, /) -> bool:
    """Can this card not fight back hand to hand?"""
    return False


@any_of
def machine_fought(g: UfPlay, attackers: tuple[str, ...], machine: Machine, /) -> bool:
    """Men fight a machine hand to hand: does a section take over from there?"""
    return False


@bar
def melee_concealment_bar(g: UfPlay, unit: Unit, /) -> Refusal | None:
    """Why is there no Concealed card for this card in Close Combat?"""


@told
def on_beaten(g: UfPlay, victor: Man, loser: Unit, /) -> None:
    """A man has beaten another, or one of a crew, hand to hand."""


@told
def on_crewman_beaten(g: UfPlay, gun: Machine, /) -> None:
    """A man of the crew of a machine is beaten hand to hand."""


@told
def on_fights(g: UfPlay, unit: Unit, /) -> None:
    """A card takes part in a fight hand to hand."""


TIED = "tied"
CLEAR_WIN = 3
"""An infiltrator keeps his status if he wins by so much (UF:20.73-b)."""


# -- Close Combat Values -----------------------------------------------------------------------------------------


def weapon_lines(g: UfPlay, man: Man) -> Iterator[Line]:
    """What his weapon is worth hand to hand (UF:20.6-b, UF:20.6-c); nothing for an unarmed man (UF:20.6-d)."""
    weapon = g.weapon(man)
    if man.crews:
        yield Line("assistant crewman", 0, "UF:20.61")
        return
    if weapon is None:
        return
    yield Line(weapon.name, weapon.cc, "UF:20.6-c")
    if man.broken:
        yield Line("malfunction", -1, "UF:20.6-e")
    if man.secondary or man.kept:
        yield Line("secondary weapon", -1, "UF:20.6-c")


def weapon_value(g: UfPlay, man: Man) -> int:
    return int(sum(line.value for line in weapon_lines(g, man)))


def close_combat_value(g: UfPlay, unit: Unit, *more: Line) -> Breakdown:
    """The CCV: Morale and weapon, 4 less for a pinned man (UF:20.6-a); then help, concealment and intent."""
    if isinstance(unit, Machine):
        lines = [Line("Morale", g.library.machines[unit.card].morale, "UF:34.7-a", "=")]
    else:
        lines = [Line("Morale", unit.morale, "UF:20.6-a", "="), *weapon_lines(g, unit)]
    if unit.pinned:
        lines.append(Line("pinned", -4, "UF:20.6-a"))
    if isinstance(unit, Man):
        lines += ccv_lines(g, unit)
    total = int(sum(line.value for line in lines if line.sign != "x"))
    for line in lines:
        if line.sign == "x":
            total //= 2  # UF:32.21-a: fractions down
    total += int(sum(line.value for line in more))
    return Breakdown(f"Close Combat Value of {g.name(unit)}", (*lines, *more), total)


def helpers(g: UfPlay, others: list[Unit]) -> Iterator[Line]:
    """UF:20.622: +3 for each other unpinned man on his side of this fight."""
    able = [u for u in others if not u.pinned and not gives_no_help(g, u)]
    if able:
        yield Line("help", 3 * len(able), "UF:20.622")


# -- entering ----------------------------------------------------------------------------------------------------


def close_combat_refusal(g: UfPlay, man: Man) -> Refusal | None:
    """Why an infiltrator may not fight hand to hand now, if he may not."""
    if not man.infiltrates:
        return Refusal(f"{g.name(man)} has infiltrated no group", "UF:20.1")
    target = g.group(man.infiltrates)
    if relative_range(g.group_of(man), target) != 5:
        return Refusal(f"{g.group_name(target)} is not at Relative Range 5", "UF:20.55")
    return close_combat_bar(g, man, target)


class EnteringTogether(Frame):
    """The infiltrators of a group who are to enter Close Combat are named before any of them tries (UF:20.52-b)."""

    group: str


def enter_options(g: UfPlay, group: Group) -> Iterator[Action]:
    plans = planned(g, group.side) if g.state.picked.get(group.side) else []
    named = {plan.who[0] for plan in plans}
    spent = {card for plan in plans for card in plan.who[1:]}
    for man in g.men(group):
        if man.infiltrates and man.id not in named and close_combat_refusal(g, man) is None:
            yield Action("enter-combat", (man.id,))
            for card, _ in g.holds(group.side, MOVEMENT_CARD):
                if card not in spent:
                    yield Action("enter-combat", (man.id, card))


def combat_options(g: UfPlay, group: Group) -> Iterator[Action]:
    if any(man.infiltrates and close_combat_refusal(g, man) is None for man in g.men(group)):
        yield Action("close-combat", (group.id,))


def why_not_combat(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    men = sorted(g.men(group), key=lambda man: not man.infiltrates)
    return close_combat_refusal(g, men[0]) if men else None


def begin_combat(g: UfPlay, group: Group, action: Action) -> None:
    g.state.picked.pop(group.side, None)
    g.push(EnteringTogether(group.id))


@PART.decisions(EnteringTogether)
def ask_entering_together(g: UfPlay, frame: EnteringTogether) -> Choice:
    group = g.group(frame.group)
    options = [*enter_options(g, group), Action("cancel")]
    if g.state.picked.get(group.side):
        options.insert(0, Action("go"))
    return Choice(group.side, "Who enters Close Combat?", tuple(options), ("UF:20.52-b",), at=group.id)


@ask_entering_together
def take_entering_together(g: UfPlay, frame: EnteringTogether, answer: Answer) -> None:
    assert isinstance(answer, Action)
    side = g.group(frame.group).side
    if answer.verb == "enter-combat":
        g.state.picked[side] = (*g.state.picked.get(side, ()), str(answer))
        return
    g.pop()
    plans = planned(g, side)
    g.state.picked.pop(side, None)
    if answer.verb != "go":
        return
    g.spend(frame.group)  # UF:20.52-a, UF:20.52-d: it does nothing else
    entries = []
    for plan in plans:
        card = plan.who[1] if len(plan.who) > 1 else ""
        if card:
            g.spend_card(side, card)
        man = g.man(plan.who[0])
        entries.append(Entry(man.id, man.infiltrates, card))
    text = f"{g.group_name(frame.group)} goes into Close Combat: {g.names(e.man for e in entries)}."
    g.say("close_combat", text, "UF:20.52-a", side=side, who=tuple(e.man for e in entries), at=frame.group)
    g.push(Pairing(tuple(entries)))


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A man who enters, the group he fights, and the Movement card that spares him the Morale Check."""

    man: str
    target: str
    card: str = ""


class Pairing(Frame):
    """Each man passes his check or has a Movement card, then draws the position he attacks (UF:20.52-c)."""

    entries: tuple[Entry, ...]
    next: int = 0
    checked: bool = False
    pairs: tuple[tuple[str, str], ...] = ()
    """Attacker and defender."""


def _entering(g: UfPlay, frame: Pairing) -> Man | None:
    entry = frame.entries[frame.next]
    man = g.state.units.get(entry.man)
    if not isinstance(man, Man) or man.pinned or entry.target not in g.state.groups:
        return None
    return man


def _too_late(g: UfPlay, frame: Pairing) -> bool:
    """UF:16.3-b: Morale Checks are no attack yet; only from the first position drawn on it is one that is finished."""
    return not frame.pairs and time_is_up(g, g.state.mover)


@PART.decisions(Pairing)
def ask_pairing(g: UfPlay, frame: Pairing) -> Chance | None:
    if frame.next >= len(frame.entries) or _too_late(g, frame):
        return None
    man = _entering(g, frame)
    if man is None or not frame.checked:
        return None
    return draw(g, man.side, f"Whom does {g.name(man)} attack?", "UF:20.52-c", about=(man.id,))


@ask_pairing
def take_pairing(g: UfPlay, frame: Pairing, answer: Answer) -> None:
    if _too_late(g, frame):
        g.pop()
        return
    if frame.next >= len(frame.entries):
        g.pop()
        g.push(Fights(frame.pairs))
        return
    entry = frame.entries[frame.next]
    man = _entering(g, frame)
    if man is None:
        frame.next, frame.checked = frame.next + 1, False
    elif not frame.checked:
        frame.checked = True
        if not entry.card:
            g.push(CheckingMorale(man.id, in_attack=bool(frame.pairs)))
    else:
        if not man.infiltrates:  # UF:10.43-a: a Hero's second try
            man = g.update(man, infiltrates=entry.target)
        frame.next, frame.checked = frame.next + 1, False
        frame.pairs = (*frame.pairs, (man.id, attacked_position(g, man, entry.target, answer)))


def attacked_position(g: UfPlay, man: Man, target: str, answer: Answer) -> str:
    """UF:20.52-c: the number in the column of the defending group's size."""
    card = turned(g, man.side, answer)
    members = g.group(target).members
    defender = members[card.position(len(members)) - 1]
    text = f"{g.name(man)} attacks {g.name(defender)}."
    g.say("paired", text, "UF:20.52-c", side=man.side, who=(man.id, defender, card.id), at=target)
    return defender


# -- fights ------------------------------------------------------------------------------------------------------


class Fights(Frame):
    """Fights that are to be resolved, all pairs being known (UF:20.52-c)."""

    pairs: tuple[tuple[str, str], ...]
    next: int = 0


@PART.automatic(Fights)
def run_fights(g: UfPlay, frame: Fights) -> None:
    order = list(dict.fromkeys(defender for _, defender in frame.pairs))
    if frame.next >= len(order) or broken_squad(g) is not None:  # UF:16.5-a: it is over at once
        g.pop()
        return
    defender = g.state.units.get(order[frame.next])
    frame.next += 1
    attackers = tuple(
        a for a, d in frame.pairs if defender is not None and d == defender.id and a in g.state.units
    )
    if defender is None or not attackers:
        return
    for unit in (*(g.unit(uid) for uid in attackers), defender, *crew_mates(g, defender)):
        on_fights(g, unit)
    if isinstance(defender, Machine) and machine_fought(g, attackers, defender):
        return
    separate = {d for _, d in frame.pairs if d != defender.id}
    crew = tuple(mate.id for mate in crew_mates(g, defender) if mate.id not in separate)  # UF:20.71-a
    g.push(Melee(attackers, (defender.id, *crew), g.unit(attackers[0]).side, defender.side))


def crew_mates(g: UfPlay, unit: Unit) -> list[Man]:
    """The others of a crew: UF:20.71-a."""
    if not isinstance(unit, Man):
        return []
    if unit.crews in g.group_of(unit).members and not waits_at_weapon(g, unit):
        return [g.man(unit.crews)]
    assistant = assistant_of(g, unit)
    return [assistant] if assistant is not None else []


class Melee(Frame):
    """One fight. The first of `attackers` and of `defenders` fight, the others help. The attacker must go on with the
    next of a crew (UF:20.71-b); only when he is lost another one takes his place (UF:20.72)."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack_side: str
    defend_side: str
    stage: str = always("lead")
    asked: tuple[str, ...] = ()
    """Sides that have had their chance to play a Hero card before this attack (UF:10.4-a)."""
    opened: bool = False
    """The first attack has been made: no more Concealed cards (UF:9.4-b)."""
    lowered: tuple[tuple[str, int], ...] = ()
    """Who is seen through smoke and shadow by whom: the man and what a Concealed card takes from his CCV."""
    alive: tuple[str, ...] = ()
    """Sides that want a prisoner: said before the first draw, for the whole fight (UF:32.11-a)."""
    total: int = 0
    """The attacker's total once he has drawn."""
    margin: int = 0


def _living(g: UfPlay, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(uid for uid in ids if uid in g.state.units)


def melee_value(g: UfPlay, frame: Melee, uid: str) -> Breakdown:
    """The CCV of one of the two who fight, with all that changes it in this fight."""
    unit = g.unit(uid)
    mine = frame.attackers if uid in frame.attackers else frame.defenders
    side = frame.attack_side if uid in frame.attackers else frame.defend_side
    others = [g.unit(one) for one in _living(g, mine) if one != uid]
    more = [*_inherent_crew(unit), *helpers(g, others)]
    more += [Line("Concealed", -value, "UF:20.621-a") for name, value in frame.lowered if name == uid]
    if side in frame.alive:
        more.append(Line("takes a prisoner", -2, "UF:32.11-a"))
    return close_combat_value(g, unit, *more)


def _inherent_crew(unit: Unit) -> Iterator[Line]:
    """A gun's crew of three fights together (UF:34.7-a)."""
    if isinstance(unit, Machine) and not unit.pinned and unit.crew_killed < 2:
        yield Line("help", 3 * (2 - unit.crew_killed), "UF:20.622")


def helpless_alone(g: UfPlay, frame: Melee) -> bool:
    """The defender is alone and cannot fight at all (UF:33.5-b)."""
    defender = g.unit(frame.defenders[0])
    return len(frame.defenders) == 1 and cannot_fight(g, defender)


@PART.decisions(Melee)
def ask_melee(g: UfPlay, frame: Melee) -> Choice | Chance | None:
    left = _living(g, frame.attackers)
    if not left or not _living(g, frame.defenders) or broken_squad(g) is not None:
        return None
    match frame.stage:
        case "lead" if len(left) > 1 and not (frame.opened and frame.attackers[0] in left):
            options = tuple(Action("lead", (uid,)) for uid in left)
            return Choice(frame.attack_side, "Who attacks? The others help.", options, ("UF:20.72",))
        case "defender":
            return _terms(g, frame, frame.defend_side, frame.attackers[0])
        case "attacker":
            return _terms(g, frame, frame.attack_side, frame.defenders[0])
        case "attack" if not helpless_alone(g, frame):
            uid = frame.attackers[0]
            return draw(g, frame.attack_side, f"{g.name(uid)} attacks", "UF:20.7", about=(uid,))
        case "defend":
            uid = frame.defenders[0]
            return draw(g, frame.defend_side, f"{g.name(uid)} defends himself", "UF:20.7", about=(uid,))
    return None


def _terms(g: UfPlay, frame: Melee, side: str, enemy: str) -> Choice:
    """Before the first draw of a fight each player may play one Concealed card for it (UF:20.621-a, UF:20.621-b,
    UF:9.4-b), and says whether he tries for a prisoner in all of it (UF:32.11-a)."""
    options = [Action("fight")]
    own = frame.defenders[0] if enemy == frame.attackers[0] else frame.attackers[0]
    hides = melee_concealment_bar(g, g.unit(own)) is None
    if hides and all(name != enemy for name, _ in frame.lowered):
        options += [Action("conceal", (card,)) for card, _ in g.holds(side, CONCEALED)]
    if side not in frame.alive and _man_to_man(g, frame):
        options.append(Action("alive"))
    rules = ("UF:20.621-a", "UF:20.621-b", "UF:32.11-a")
    pair = (frame.attackers[0], frame.defenders[0])
    asks = f"{g.name(pair[0])} against {g.name(pair[1])}: play a Concealed card, or try for a prisoner?"
    return Choice(side, asks, tuple(options), rules, about=pair)


def _man_to_man(g: UfPlay, frame: Melee) -> bool:
    """Machines take no prisoners and are none (UF:32.3)."""
    return all(isinstance(g.unit(uid), Man) for uid in (frame.attackers[0], frame.defenders[0]))


@ask_melee
def take_melee(g: UfPlay, frame: Melee, answer: Answer) -> None:
    frame.attackers, frame.defenders = _living(g, frame.attackers), _living(g, frame.defenders)
    if not frame.attackers or not frame.defenders or broken_squad(g) is not None:
        g.pop()
        after_melee(g, frame)
        return
    match frame.stage:
        case "lead":
            if isinstance(answer, Action):
                (uid,) = answer.who
                frame.attackers = (uid, *(one for one in frame.attackers if one != uid))
            frame.stage, frame.asked = "heroes", ()
        case "heroes":
            _offer_heroes(g, frame)
        case "defender" | "attacker":
            assert isinstance(answer, Action)
            _agree(g, frame, answer)
        case "attack":
            _strike(g, frame, answer)
        case "defend":
            _parry(g, frame, answer)


def _offer_heroes(g: UfPlay, frame: Melee) -> None:
    """UF:10.4-a, UF:10.42: before anything is drawn each side may play Hero cards, the defender first."""
    for side in (frame.defend_side, frame.attack_side):
        men = could_fight_better(g, frame, side) if side not in frame.asked else ()
        if men:
            frame.asked = (*frame.asked, side)
            before = f"{g.name(frame.attackers[0])} against {g.name(frame.defenders[0])}"
            g.push(HeroAmong(side, men, before))
            return
    frame.stage = "defender" if _matters(g, frame) else "attack"


def could_fight_better(g: UfPlay, frame: Melee, side: str) -> tuple[str, ...]:
    """The men of a side in this fight for whom a Hero card would raise its value: pinned or wounded men who fight or
    would help (UF:20.6-a, UF:20.622, UF:33.9). A berserk man who charges attacks with his pinned value (UF:20.91-a);
    one who is attacked is a pinned man like others."""
    if not could_hold(g, side, HERO):
        return ()
    attacks = side == frame.attack_side
    ids = frame.attackers if attacks else frame.defenders
    now, found = melee_value(g, frame, ids[0]).total, []
    for man in (unit for uid in ids if isinstance(unit := g.unit(uid), Man)):
        better = roused(g, man)
        if (man.berserk and attacks) or better == man:
            continue
        with as_if(g, (better,)):
            if melee_value(g, frame, ids[0]).total != now:
                found.append(man.id)
    return tuple(found)


@PART.answers(on_hero)
def another_hero_may_follow(g: UfPlay, unit: Unit) -> None:
    for frame in g.state.stack:
        if isinstance(frame, Melee):
            frame.asked = ()


def _matters(g: UfPlay, frame: Melee) -> bool:
    """There is something to ask: before the first attack of a fight, not against a gun's crew if nobody can hold a
    Concealed card."""
    if frame.opened:
        return False
    sides = (frame.attack_side, frame.defend_side)
    return _man_to_man(g, frame) or any(could_hold(g, side, CONCEALED) for side in sides)


def _agree(g: UfPlay, frame: Melee, action: Action) -> None:
    defending = frame.stage == "defender"
    side = frame.defend_side if defending else frame.attack_side
    enemy = frame.attackers[0] if defending else frame.defenders[0]
    if action.verb == "conceal":
        (card,) = action.who
        use = g.usable(side, card, CONCEALED)
        assert use is not None
        g.spend_card(side, card)
        value = concealed_value(g, side, use)
        frame.lowered = (*frame.lowered, (enemy, value))
        rule = "UF:20.621-a" if defending else "UF:20.621-b"
        g.say(
            "concealed",
            f"{g.name(enemy)} fights at -{value}.",
            rule,
            "UF:9.4-b",
            side=side,
            who=(enemy, card),
        )
    elif action.verb == "alive":
        frame.alive = (*frame.alive, side)
        g.say("alive", f"{g.side_name(side)} tries for a prisoner.", "UF:32.11-a", side=side)
    else:
        frame.stage = "attacker" if defending else "attack"


def _strike(g: UfPlay, frame: Melee, answer: Answer) -> None:
    attacker = frame.attackers[0]
    frame.opened = True
    if answer is None:  # UF:33.5-b: no draws
        frame.margin = CLEAR_WIN
        text = f"{g.name(frame.defenders[0])} cannot defend himself."
        g.say("melee", text, "UF:33.5-b", side=frame.attack_side, who=(attacker, frame.defenders[0]))
        beaten(g, frame, frame.defenders[0], attacker)
        frame.stage = "lead"
        return
    summed = melee_value(g, frame, attacker)
    card = turned(g, frame.attack_side, answer)
    frame.total = int(summed.total) + card.rnc
    frame.stage = "defend"
    text = f"{g.name(attacker)}: {int(summed.total)} and {card.colour} {card.number} make {frame.total}."
    g.say("strike", text, "UF:20.7", side=frame.attack_side, who=(attacker, card.id), breakdown=summed)


def _parry(g: UfPlay, frame: Melee, answer: Answer) -> None:
    """UF:20.7: the lower total is killed; with equal totals both are. Terrain does not matter."""
    attacker, defender = frame.attackers[0], frame.defenders[0]
    summed = melee_value(g, frame, defender)
    card = turned(g, frame.defend_side, answer)
    total = int(summed.total) + card.rnc
    text = f"{g.name(defender)}: {int(summed.total)} and {card.colour} {card.number} make {total}."
    g.say("parry", text, "UF:20.7", side=frame.defend_side, who=(defender, card.id), breakdown=summed)
    frame.margin = frame.total - total
    frame.stage = "lead"
    if frame.margin > 0:
        beaten(g, frame, defender, attacker)
    elif frame.margin < 0:
        beaten(g, frame, attacker, defender)
    else:  # UF:20.742: nobody is left to take a weapon
        frame.stage = TIED
        beaten(g, frame, defender, "")
        beaten(g, frame, attacker, "")
        frame.stage = "lead"


@PART.answers(fall_together)
def both_fall(g: UfPlay) -> bool:
    """UF:20.7: two who have equal totals are lost at the same moment."""
    return any(isinstance(frame, Melee) and frame.stage == TIED for frame in g.state.stack)


def beaten(g: UfPlay, frame: Melee, loser: str, victor: str) -> None:
    """He is killed, or taken by a victor who wanted him alive; a victor may take his weapon (UF:20.74-a)."""
    unit = g.unit(loser)
    if isinstance(unit, Machine):
        on_crewman_beaten(g, unit)
        if victor:
            on_beaten(g, g.man(victor), unit)
        return
    winner = g.state.units.get(victor)
    if winner is not None and winner.side in frame.alive:
        take_prisoner(g, unit, g.group_of(winner), "UF:32.11-a")
        if isinstance(winner, Man):
            lose_status(g, winner, "UF:32.11-b", "UF:20.53-a")
        return
    remove(g, unit, KIA, "UF:20.7")
    if isinstance(winner, Man):
        on_beaten(g, winner, unit)
        offer_weapon(g, winner, unit)


def after_melee(g: UfPlay, frame: Melee) -> None:
    """Victors are in their group as before (UF:20.73-a). Infiltrators keep their status after a clear win only
    (UF:20.73-b); a berserk victor comes to himself (UF:20.91-b)."""
    for uid in _living(g, frame.attackers):
        man = g.man(uid)
        if man.berserk:
            man = g.update(man, berserk=False)
            unpin(g, man, "UF:20.91-b")
        elif frame.margin < CLEAR_WIN:
            lose_status(g, man, "UF:20.73-b")


PART.action(
    "close-combat",
    combat_options,
    begin_combat,
    lambda g, a: f"{g.group_name(a.who[0])}: Close Combat",
    why_not_combat,
)
PART.wording(
    "enter-combat",
    lambda g, a: f"{g.name(a.who[0])}{' with a Movement card' if len(a.who) > 1 else ' by a Morale Check'}",
)
PART.wording("lead", lambda g, a: f"{g.name(a.who[0])} attacks")
PART.wording("fight", lambda g, a: "Fight")
PART.wording("alive", lambda g, a: "Try for a prisoner")
