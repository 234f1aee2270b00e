"""Why: the two or three reasons and odds behind a choice, in plain words.

They are the figures that the plans go by, nothing made up afterwards: what fire takes on average, what a move
risks and gains, the odds of a close combat or a rally.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from defilade.ai.starter_kit.plans import advance_plans, fire_plans, movement_plans
from defilade.ai.starter_kit.plans.close_combat_plans import expected_kill
from defilade.ai.starter_kit.plans.recovery_plans import refuge_value
from defilade.ai.starter_kit.reading.picture import Picture
from defilade.ai.starter_kit.reading.standing import standing_of
from defilade.ai.starter_kit.reading.threat import AT_REST, LATER, NOW
from defilade.kernel import Action, Choice
from defilade.rules.sk import attack_plan, rally, victory
from defilade.rules.sk.close_combat_attack import make_attack, place_on_table
from defilade.rules.sk.close_combat_declaration import DeclareCloseCombat, combat_below
from defilade.rules.sk.first_fire import FirstFire, targets_left
from defilade.rules.sk.state import MPH, PFPH
from defilade.tactics.attack_plan import names_of
from defilade.tactics.declaring_fire import DeclareFire
from defilade.tactics.moving import Moving
from defilade.tactics.names import Hex, Side
from defilade.tactics.odds_table import kill_chances
from defilade.tactics.units import Unit

Reasons = list[str]
MOST = 3


def reasons(picture: Picture, choice: Choice, action: Action) -> Reasons:
    """Up to three reasons for an action, the weightiest first."""
    tell = TELLERS.get(action.verb)
    found = tell(picture, choice, action) if tell is not None else []
    if len(found) < MOST:
        found += standing_of_the_game(picture)
    return found[:MOST] or ["It is what the rules leave to do here."]


def squads(value: float) -> str:
    """A value as a player reads it.

    >>> squads(0.349), squads(-1)
    ('0.35 squads', '-1.00 squads')
    """
    return f"{value:.2f} squads"


def than_here(gain: float) -> str:
    """
    >>> than_here(0.2), than_here(-0.2)
    ('0.20 squads better', '0.20 squads worse')
    """
    return f"{squads(abs(gain))} {'better' if gain >= 0 else 'worse'}"


def percent(chance: float) -> str:
    """
    >>> percent(0.4167)
    '42%'
    """
    return f"{100 * chance:.0f}%"


def standing_of_the_game(picture: Picture) -> Reasons:
    prospects = picture.prospects
    if prospects is None:
        return []
    burden = "must act to win" if picture.must_act else "wins if nothing changes"
    turns = picture.turns_left
    return [f"{picture.side.capitalize()} {burden}, with {turns:g} of its turns left."]


# -- fire --------------------------------------------------------------------------------------------------


def fire_at(
    picture: Picture, phase: str, target: str, targets: tuple[str, ...], fire: fire_plans.Fire
) -> Reasons:
    """An attack added up: firepower, DRM and what becomes of the targets."""
    g = picture.g
    plan = attack_plan.plan_attack(g, phase, fire.shots, target, targets, fire.leaders)
    words = []
    for uid, fates in attack_plan.target_odds(g, plan).items():
        if g.unit(uid).side != picture.enemy:
            continue
        worse = 1 - fates["pinned"] - fates["unharmed"]
        words.append(f"{g.name(uid)} {percent(worse)} broken or worse, {percent(fates['pinned'])} pinned")
    drm = ", ".join(
        f"{group.drm:+d}" if len(plan.groups) == 1 else f"{group.drm:+d} on {g.names(group.units)}"
        for group in plan.groups
    )
    led = f" led by {g.names(fire.leaders)}" if fire.leaders else ""
    found = [
        f"{names_of(g, fire.shots)}{led} at {g.place_name(target)}: {plan.fp:g} FP, "
        f"{plan.column_fp} column, DRM {drm}: {'; '.join(words)}."
    ]
    found.append(f"On average that takes {squads(fire.harm)} from the enemy.")
    return found


def target(picture: Picture, choice: Choice, action: Action) -> Reasons:
    phase = picture.g.state.phase
    ranked = fire_plans.attacks(picture, phase, choice.options)
    mine = next((fire for fire, option in ranked if option == action), None)
    if mine is None:
        return []
    found = fire_at(picture, phase, action.at, picture.g.state.stacks[action.at], mine)
    others = [(fire, option) for fire, option in ranked if option != action]
    if others:
        fire, option = others[0]
        place = picture.g.place_name(option.at)
        found.append(f"The next best target, {place}, promises {squads(fire.harm)}.")
    return found


def hold_or_fire(picture: Picture, choice: Choice, action: Action) -> Reasons:
    """Defensive First Fire now, or wait."""
    frame = picture.g.state.stack[-1]
    if not isinstance(frame, FirstFire):
        return []
    movers = targets_left(picture.g, frame)
    fire = fire_plans.battery_of(picture, MPH, frame.hex, movers).best()
    if not fire.shots:
        return ["Nobody has a shot worth the name."]
    found = fire_at(picture, MPH, frame.hex, movers, fire)
    price = fire.harm * picture.stance.fire - fire.value
    still = picture.enemies_to_move
    coming = f"{still} enemy squads can still move" if still else "no other enemy squad can still move"
    found.append(f"Holding fire is worth {squads(max(price, 0.0))}: {coming}.")
    return found


def firer(picture: Picture, choice: Choice, action: Action) -> Reasons:
    """A firer added, or the attack declared."""
    frame = picture.g.state.stack[-1]
    if not isinstance(frame, DeclareFire):
        return []
    battery = fire_plans.battery_of(picture, frame.phase, frame.target, frame.targets)
    fire = battery.best(frame.shots)
    return fire_at(picture, frame.phase, frame.target, frame.targets, fire) if fire.shots else []


def director(picture: Picture, choice: Choice, action: Action) -> Reasons:
    frame = picture.g.state.stack[-1]
    if not isinstance(frame, DeclareFire):
        return []
    g = picture.g
    leaders = action.who if action.verb == "direct" else ()
    battery = fire_plans.battery_of(picture, frame.phase, frame.target, frame.targets)
    with_him = battery.fire(frame.shots, 0.0)
    found = fire_at(picture, frame.phase, frame.target, frame.targets, with_him)
    if leaders:
        found.append(f"Directed by the {g.name(leaders[0])} the attack does not cower.")
    return found


# -- movement ----------------------------------------------------------------------------------------------


def mover(picture: Picture, choice: Choice, action: Action) -> Reasons:
    g = picture.g
    unit = g.unit(action.who[0])
    gain, move = movement_plans.gain_of(picture, unit)
    if move.how == movement_plans.OFF:
        return [f"{g.name(unit)} can leave the map this turn, and points count only there."]
    if not move.hexes:
        return [f"{g.name(unit)} is as well off where it is."]
    goal = move.hexes[-1]
    found = [move_words(picture, unit, move, gain if unit.hex else 0.0)]
    return found + ground_words(picture, unit, goal)


def move_words(picture: Picture, unit: Unit, move: movement_plans.Move, gain: float) -> str:
    g = picture.g
    how = {movement_plans.ASSAULT: " by Assault Movement", movement_plans.DOUBLE: " at Double Time"}.get(
        move.how, ""
    )
    better = f", {squads(gain)} better than staying" if gain else ""
    risk = (
        f"fire on the way takes {squads(move.risk)} on average"
        if move.risk > 0.005
        else "nobody can fire on it"
    )
    return f"{g.name(unit)} makes for {g.place_name(move.hexes[-1])}{how}{better}; {risk}."


def ground_words(picture: Picture, unit: Unit, hex: Hex) -> Reasons:
    """What a hex has for it: cover, sight, and the way that is left."""
    g = picture.g
    found = []
    tem = picture.lay.tem[hex]
    seen = "out of the enemy's sight" if not picture.threat.seen(hex) else "in the enemy's sight"
    rest = picture.threat.at(hex, unit, AT_REST)
    danger = f", where fire would take {percent(rest)} of it" if rest > 0.01 else ""
    found.append(f"{g.place_name(hex)} gives {tem:+d} cover and is {seen}{danger}.")
    if picture.pace is not None:
        way = picture.pace.way_of(unit)
        if unit.hex and way:
            found.append(
                f"From there it is {way.get(hex, 99.0):g} MF to what decides the game, "
                f"from here {way.get(unit.hex, 99.0):g}."
            )
    return found


def step(picture: Picture, choice: Choice, action: Action) -> Reasons:
    g = picture.g
    frame = g.state.stack[-1]
    if not isinstance(frame, Moving) or not frame.members:
        return []
    ways = movement_plans.Ways(picture, [g.unit(uid) for uid in frame.members])
    if action.verb == "stop":
        if not ways.lead.hex:
            return [f"{g.name(ways.lead)} comes on later."]
        return ground_words(picture, ways.lead, ways.lead.hex)
    _, move = movement_plans.next_step(picture, frame, choice.options)
    found = []
    if move.hexes:
        found.append(move_words(picture, ways.lead, move, 0.0))
    if action.verb == "enter":
        share = picture.threat.at(action.at, ways.lead, NOW)
        here = f"Fire at movers in {g.place_name(action.at)} would take {percent(share)} of a squad."
        found.append(here if share > 0.005 else f"Nobody can fire at movers in {g.place_name(action.at)}.")
    return found + (ground_words(picture, ways.lead, move.hexes[-1]) if move.hexes else [])


def nothing_more(picture: Picture, choice: Choice, action: Action) -> Reasons:
    """Done with a phase: what was left undone."""
    verbs = {option.verb for option in choice.options}
    if "move" in verbs:
        left = movement_plans.movers(picture, choice.options)
        if not left:
            return ["Nobody gains by moving: all are better where they are."]
        gain, option, _ = left[0]
        return [f"{picture.g.name(option.who[0])} would gain {squads(gain)} at most."]
    if "target" in verbs:
        ranked = fire_plans.attacks(picture, picture.g.state.phase, choice.options)
        if not ranked:
            return ["There is no shot left."]
        fire, option = ranked[0]
        place = picture.g.place_name(option.at)
        why = ", less than moving promises the firers" if picture.g.state.phase == PFPH else ""
        return [f"The best shot left, at {place}, takes {squads(fire.harm)} on average{why}."]
    if "advance" in verbs:
        return ["Every unit that may advance stands as well where it is."]
    return ["There is nothing more to gain here."]


# -- advance and close combat ------------------------------------------------------------------------------


def leaving(picture: Picture, choice: Choice, action: Action) -> Reasons:
    g = picture.g
    frame = g.state.stack[-1]
    who = action.who or (frame.members if isinstance(frame, Moving) else ())
    points = sum(victory.exit_value(g, g.unit(uid)) for uid in who)
    return (
        [f"{g.names([g.unit(uid) for uid in who])} off the map is worth {points} points."] if points else []
    )


def advance(picture: Picture, choice: Choice, action: Action) -> Reasons:
    g = picture.g
    unit = g.unit(action.who[-1])
    theirs = g.side_in(action.at, picture.enemy)
    if theirs:
        return assault_words(picture, choice, action, theirs)
    standing = standing_of(picture, unit)
    gain = standing.after(action.at) - standing.after(unit.hex)
    found = [f"{g.name(unit)} stands {than_here(gain)} in {g.place_name(action.at)}."]
    later = picture.threat.at(action.at, unit, LATER), picture.threat.at(unit.hex, unit, LATER)
    found.append(f"Enemy fire there would take {percent(later[0])} of it, here {percent(later[1])}.")
    return found


def assault_words(picture: Picture, choice: Choice, action: Action, theirs: Sequence[Unit]) -> Reasons:
    g = picture.g
    free = {option.who[0] for option in choice.options if option.verb == "advance"}
    value, members = advance_plans.best_assault(picture, action.at, free)
    inside = [u for u in g.side_in(action.at, picture.side) if not u.broken]
    party = [*inside, *(g.unit(uid) for uid in members or action.who)]
    found = [f"Close combat in {g.place_name(action.at)} promises {squads(value)}."]
    found.append(odds_words(picture, picture.side, party, theirs))
    fighting = [unit for unit in theirs if not unit.broken]
    if fighting:
        found.append(odds_words(picture, picture.enemy, fighting, party))
    else:
        found.append("They are broken and cannot strike back.")
    return found


def odds_words(picture: Picture, side: Side, attackers: Sequence[Unit], targets: Sequence[Unit]) -> str:
    g = picture.g
    attack = make_attack(g, side, "", attackers, targets)
    odds, kill = place_on_table(g, attack)
    chances = kill_chances(kill, attack.drm_against(0))
    return (
        f"{g.names(attackers)} on {g.names(targets)}: {odds}, {percent(chances.below)} to kill, "
        f"{percent(chances.on)} to reduce."
    )


def close_combat(picture: Picture, choice: Choice, action: Action) -> Reasons:
    g = picture.g
    frame = g.state.stack[-1]
    if not isinstance(frame, DeclareCloseCombat):
        return []
    combat = combat_below(g)
    targets = [g.unit(uid) for uid in (*frame.targets, *(action.who if action.verb == "attack" else ()))]
    named = [*frame.attackers, *(action.who if action.verb == "with" else ())]
    own = [u for u in g.side_in(combat.hex, frame.side) if not u.broken and (not named or u.id in named)]
    if not targets or not own:
        return []
    attack = make_attack(g, frame.side, combat.ambusher, own, targets)
    return [
        odds_words(picture, frame.side, own, targets),
        f"On average that kills {squads(expected_kill(picture, attack))}.",
    ]


# -- rally and rout ----------------------------------------------------------------------------------------


def rallying(picture: Picture, choice: Choice, action: Action) -> Reasons:
    g = picture.g
    leader = g.unit(action.who[0]) if action.verb == "rally" else None
    unit = g.unit(action.who[-1])
    odds = rally.rally_odds(g, unit, leader)
    how = f"with the {g.name(leader)}" if leader is not None else "by itself"
    found = [f"{g.name(unit)} rallies {how} with {percent(odds['rallies'])}."]
    if unit.dm:
        found.append("It is under DM, which makes it harder.")
    return found


def routing(picture: Picture, choice: Choice, action: Action) -> Reasons:
    g = picture.g
    unit_id = choice.about[0] if choice.about else action.who[0] if action.who else ""
    unit = g.state.units.get(unit_id)
    hex = action.at or (unit.hex if unit is not None else "")
    if unit is None or not hex:
        return []
    found = [f"As a refuge {g.place_name(hex)} is worth {squads(refuge_value(picture, unit, hex))}."]
    share = picture.threat.at(hex, unit, LATER)
    found.append(
        f"Fire would take {percent(share)} of it there." if share > 0.005 else "Nobody can fire at it there."
    )
    if any(other.is_leader and not other.broken for other in g.side_in(hex, unit.side)):
        found.append("A leader is there to rally it.")
    return found


# -- setting up --------------------------------------------------------------------------------------------


def place(picture: Picture, choice: Choice, action: Action) -> Reasons:
    return ground_words(picture, picture.g.unit(action.who[0]), action.at)


TELLERS: dict[str, Callable[[Picture, Choice, Action], Reasons]] = {
    "target": target,
    "fire": hold_or_fire,
    "pass": hold_or_fire,
    "add": firer,
    "declare": firer,
    "direct": director,
    "no-leader": director,
    "move": mover,
    "enter": step,
    "stop": step,
    "assault": step,
    "double-time": step,
    "join": step,
    "smoke": step,
    "done": nothing_more,
    "advance": advance,
    "exit": leaving,
    "attack": close_combat,
    "with": close_combat,
    "rally": rallying,
    "self-rally": rallying,
    "rout": routing,
    "rout-to": routing,
    "low-crawl": routing,
    "end-rout": routing,
    "place": place,
}
"""By the verb: who can say why."""
