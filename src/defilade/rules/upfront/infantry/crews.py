"""Crew-served weapons (UF:11): gunner and assistant, and what a machine gun can do without one.

The assistant's card names his gunner in `crews`. It goes on naming a gunner who has fallen or laid his weapon down, as
long as the weapon lies with the group: the assistant, whom it names, has the first claim on it (UF:18.22).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from defilade.kernel import Action, Choice, Frame, Refusal
from defilade.kernel.frames import Answer
from defilade.rules.upfront.game.attack import Attack
from defilade.rules.upfront.game.composition import Part
from defilade.rules.upfront.game.groups import on_rearranged
from defilade.rules.upfront.game.play import UfPlay, replace
from defilade.rules.upfront.game.questions import on_standard_groups, set_up_after_groups
from defilade.rules.upfront.game.state import Group, Man, Unit
from defilade.rules.upfront.infantry.firepower import fire_bar, needs_brackets

PART = Part()


# -- who crews what ----------------------------------------------------------------------------------------------


def is_gunner(g: UfPlay, man: Man) -> bool:
    """He has a crew-served weapon (UF:11.1-a)."""
    weapon = g.weapon(man)
    return weapon is not None and weapon.crew_served


def waits_at_weapon(g: UfPlay, man: Man) -> bool:
    """The weapon that he crews lies with the group, without its gunner (UF:18.22)."""
    return any(loose.assistant == man.id for loose in g.group_of(man).loose)


def assistant_in(g: UfPlay, group: Group, gunner: Man) -> Man | None:
    """The man of a group who crews the weapon in a gunner's hands."""
    for man in g.men(group):
        if man.crews == gunner.id and not waits_at_weapon(g, man):
            return man
    return None


def assistant_of(g: UfPlay, gunner: Man) -> Man | None:
    """The man of his group who crews his weapon."""
    return assistant_in(g, g.group_of(gunner), gunner)


def fully_crewed(g: UfPlay, gunner: Man) -> bool:
    """UF:11.1-a: an unpinned assistant is with the gunner."""
    assistant = assistant_of(g, gunner)
    return assistant is not None and not assistant.pinned


# -- fire --------------------------------------------------------------------------------------------------------


@PART.answers(needs_brackets)
def under_crewed(g: UfPlay, man: Man, attack: Attack) -> bool:
    """UF:11.1-a"""
    return is_gunner(g, man) and not fully_crewed(g, man)


@PART.answers(fire_bar)
def assistant_holds_fire(g: UfPlay, man: Man, attack: Attack) -> Refusal | None:
    """UF:11.2, UF:12.13-b: crew duty takes his own firepower, moving or not. UF:11.4: he cannot fire the weapon."""
    if man.crews:
        return Refusal(f"{g.name(man)} crews another man's weapon", "UF:11.2")
    return None


# -- assigning and releasing -------------------------------------------------------------------------------------


def can_assist(g: UfPlay, man: Man) -> bool:
    """UF:11.3: unpinned; free of other crew duty and of prisoners (UF:32.2-c). Leaders too (UF:11.11-b), but nobody
    with a crew-served weapon of his own (UF:11.11-a)."""
    if man.pinned or man.crews or man.infiltrates or man.transfers_to or man.berserk or man.guards:
        return False
    return not is_gunner(g, man)


def can_be_crewed(g: UfPlay, man: Man) -> bool:
    """UF:11.3"""
    if man.pinned or man.crews or man.infiltrates or man.transfers_to or not is_gunner(g, man):
        return False
    return assistant_of(g, man) is None


def pairs(g: UfPlay, group: Group) -> Iterator[tuple[Man, Man]]:
    """Gunners and men who can become their assistants."""
    men = g.men(group)
    gunners = [man for man in men if can_be_crewed(g, man)]
    if gunners:
        for assistant in men:
            if can_assist(g, assistant):
                yield from ((gunner, assistant) for gunner in gunners if gunner.id != assistant.id)


def assign(g: UfPlay, gunner: Man, assistant: Man) -> None:
    """The assistant is placed next to the gunner (UF:11.11-a)."""
    g.update(assistant, crews=gunner.id)
    stand_together(g, g.group_of(gunner), gunner.id, assistant.id)
    g.say(
        "crewed",
        f"{g.name(assistant)} crews the {g.library.weapons[gunner.weapon].name} of {g.name(gunner)}.",
        "UF:11.1-a",
        "UF:11.11-a",
        side=gunner.side,
        who=(gunner.id, assistant.id),
        at=gunner.group,
    )


def stand_together(g: UfPlay, group: Group, gunner: str, assistant: str) -> None:
    """Put the assistant beside the gunner, on the side that he comes from; the others close up (UF:11.11-a). This
    change of places costs nothing more (UF:3.3-d)."""
    before, after = group.members.index(assistant), group.members.index(gunner)
    if abs(before - after) == 1:
        return
    members = [member for member in group.members if member != assistant]
    place = members.index(gunner)
    members.insert(place if before < after else place + 1, assistant)
    g.update_group(group, members=tuple(members))


def release(g: UfPlay, assistant: Man, *rules: str) -> None:
    """He is no longer crew (UF:11.13); his own weapon serves him again. Nor has he a claim on a weapon that lies with
    the group (UF:18.22)."""
    if waits_at_weapon(g, assistant):
        group = g.group_of(assistant)
        free = (
            replace(loose, assistant="") if loose.assistant == assistant.id else loose
            for loose in group.loose
        )
        g.update_group(group, loose=tuple(free))
    g.update(assistant, crews="")
    text = f"{g.name(assistant)} is no longer crew."
    g.say("uncrewed", text, *(rules or ("UF:11.13",)), side=assistant.side, who=(assistant.id,))


def crew_options(g: UfPlay, group: Group) -> Iterator[Action]:
    """UF:11.12-b: assigning crew is the sole action of the group; so is releasing it (UF:11.13)."""
    for gunner, assistant in pairs(g, group):
        yield Action("crew", (group.id, gunner.id, assistant.id))


def take_crew(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    _, gunner, assistant = action.who
    assign(g, g.man(gunner), g.man(assistant))


def why_no_crew(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    men = [
        u for uid in action.who[1:] if isinstance(u := g.state.units.get(uid), Man) and u.group == group.id
    ]
    if any(man.pinned for man in men):
        return Refusal("a pinned man is neither assigned to crew duty nor relieved from it", "UF:11.3")
    if len(men) == 2 and not is_gunner(g, men[0]):
        return Refusal(f"{g.name(men[0])} has no crew-served weapon", "UF:11.1-a")
    if any(man.crews for man in men):
        return Refusal("he crews another weapon already", "UF:11.13")
    if len(men) == 2 and is_gunner(g, men[1]):
        return Refusal(f"{g.name(men[1])} has a crew-served weapon himself", "UF:11.11-a")
    if len(men) == 2 and men[1].guards:
        return Refusal(f"{g.name(men[1])} guards prisoners", "UF:32.2-c")
    return None


def release_options(g: UfPlay, group: Group) -> Iterator[Action]:
    for man in g.men(group):
        if man.crews and not man.pinned:  # UF:11.3
            yield Action("uncrew", (group.id, man.id))


def take_release(g: UfPlay, group: Group, action: Action) -> None:
    g.spend(group)
    release(g, g.man(action.who[1]))


def why_no_release(g: UfPlay, group: Group, action: Action) -> Refusal | None:
    man = g.state.units.get(action.who[1]) if len(action.who) > 1 else None
    if man is not None and man.pinned:
        return Refusal("a pinned man cannot be relieved from crew duty", "UF:11.3")
    return None


PART.action(
    "crew",
    crew_options,
    take_crew,
    lambda g, a: f"{g.name(a.who[2])} crews the weapon of {g.name(a.who[1])}",
    why_no_crew,
)
PART.action(
    "uncrew",
    release_options,
    take_release,
    lambda g, a: f"{g.name(a.who[1])} leaves the crew",
    why_no_release,
)


# -- before the game ---------------------------------------------------------------------------------------------


class AssigningCrews(Frame):
    """Before play a player assigns assistants as he likes (UF:11.12-a)."""

    side: str


@PART.answers(set_up_after_groups)
def crews_at_start(g: UfPlay, side: str) -> Frame | None:
    """UF:11.12-a"""
    return AssigningCrews(side) if any(_at_start(g, side)) else None


def _at_start(g: UfPlay, side: str) -> Iterator[Action]:
    for group in g.groups_of(side):
        for gunner, assistant in pairs(g, group):
            yield Action("assign", (gunner.id, assistant.id))


@PART.decisions(AssigningCrews)
def ask_assigning_crews(g: UfPlay, frame: AssigningCrews) -> Choice | None:
    options = tuple(_at_start(g, frame.side))
    if not options:
        return None
    return Choice(frame.side, "Who crews which weapon?", (*options, Action("done")), ("UF:11.12-a",))


@ask_assigning_crews
def take_assigning_crews(g: UfPlay, frame: AssigningCrews, answer: Answer) -> None:
    if isinstance(answer, Action) and answer.verb == "assign":
        gunner, assistant = answer.who
        assign(g, g.man(gunner), g.man(assistant))
    else:
        g.pop()


@PART.answers(on_standard_groups)
def usual_crews(g: UfPlay, side: str) -> None:
    """The crews of the ready-made groups (UF:11.12-a)."""
    player = g.side(side)
    men = {unit.card: unit.id for unit in g.state.units.values() if unit.side == side}
    for gunner, assistant in g.scenario_of(side).force(player.nation, player.role).crews.items():
        assign(g, g.man(men[gunner]), g.man(men[assistant]))


PART.wording("assign", lambda g, a: f"{g.name(a.who[1])} crews the weapon of {g.name(a.who[0])}")


# -- how it ends -------------------------------------------------------------------------------------------------


@PART.answers(on_rearranged)
def crews_stay_together(g: UfPlay, group: Group) -> None:
    """UF:11.11-a: whatever the new positions, an assistant is next to his gunner."""
    for man in g.men(group):
        if man.crews in g.group(group.id).members and not waits_at_weapon(g, man):
            stand_together(g, g.group(group.id), man.crews, man.id)


def split_crews(g: UfPlay, group: Group, going: Collection[str]) -> None:
    """Who goes away without his gunner, or without the weapon that lies there, is no crew any more; nor is who is left
    by his gunner (UF:11.1-a)."""
    for man in g.men(group):
        stays = waits_at_weapon(g, man) or man.crews not in going
        if man.crews and (man.id in going) == stays:
            release(g, man, "UF:11.1-a")


def end_crew_without_weapon(g: UfPlay, gunner: Unit) -> None:
    """UF:11.13: crew duty ends with the weapon. Where a fallen gunner's weapon is left behind, the assistant may
    still take it over."""
    group = g.state.groups.get(gunner.group)
    if group is None:
        return
    for man in g.men(group):
        if man.crews == gunner.id and not waits_at_weapon(g, man):
            release(g, man, "UF:11.13")
