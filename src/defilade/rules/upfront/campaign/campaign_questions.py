"""What the owners of a campaign's rosters are asked, and what they are told (UF:42.1 to UF:42.46).

Before a game: who takes the place of men who are not there.  After it: what routed men lose and what Elan buys.  An
owner who says nothing leaves it to the usual choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from defilade.rules.upfront.campaign.campaign import Campaign, Recorded, next_places
from defilade.rules.upfront.designs.aftermath import (
    MORALE,
    PANIC,
    Decisions,
    has_won,
    may_lower,
    may_raise,
    roster_key,
    settle,
    took_part,
)
from defilade.rules.upfront.designs.rosters import Opening, Roster, man_card, openings, personal_id
from defilade.rules.upfront.game.campaign_tables import CampaignTables
from defilade.rules.upfront.game.library import Library
from defilade.rules.upfront.game.scenario import Scenario
from defilade.rules.upfront.game.state import State

Kind = Literal["lower", "improve", "start_over"]
KEEP = "keep"


class Question(msgspec.Struct, frozen=True):
    """Something that an owner decides about a man after a game, the usual answer first."""

    side: str
    man: str
    kind: Kind
    answers: tuple[str, ...]
    rule: str


def open_places(
    box: Library, tables: CampaignTables, campaign: Campaign, cards: Mapping[str, Scenario]
) -> dict[str, list[Opening]]:
    """Side -> the places of its next force whose men are not there."""
    if campaign.is_over or campaign.current is not None:
        return {}
    return {
        side: openings(
            box,
            tables,
            campaign.rosters[side],
            place.card.force(place.nations[side], role),
            campaign.number,
        )
        for place in next_places(campaign, cards)
        for side, role in place.roles.items()
    }


def questions(
    box: Library, tables: CampaignTables, campaign: Campaign, state: State, side: str
) -> Iterator[Question]:
    """What the owner of a roster decides after a game."""
    before = campaign.rosters[side]
    saving = Decisions(improve=dict.fromkeys(before.men, KEEP))
    after = settle(
        box,
        tables,
        before,
        state,
        side,
        campaign.number,
        won=has_won(state, side),
        decisions=saving,
        paid_at_tables=campaign.tables > 1,
    )
    here = {roster_key(unit) for unit, _ in took_part(box, state, side)}
    for man, rule in after.notes:
        entry = before.men[man]
        if rule == "UF:42.42-a" and may_lower(entry, MORALE) and may_lower(entry, PANIC):
            yield Question(side, man, "lower", (PANIC, MORALE), rule)
    for man, entry in after.roster.men.items():
        if entry.elan >= tables.elan.step and not entry.lost and man in here:
            values = [value for value in (MORALE, PANIC) if may_raise(tables, entry, value)]
            if values:
                yield Question(side, man, "improve", (*values, KEEP), "UF:42.44-a")
    mine = personal_id(before.nation)
    if before.personal is not None and after.roster.men[mine].back_in > campaign.number:
        yield Question(side, mine, "start_over", ("no", "yes"), "UF:42.9-b")


# -- in words ----------------------------------------------------------------------------------------------------


class Note(msgspec.Struct, frozen=True):
    """Something that was written down for a side, and the rule."""

    side: str
    text: str
    rule: str


def name_of(box: Library, roster: Roster, man: str) -> str:
    return f"{man_card(box, roster, man).name}"


def told(box: Library, tables: CampaignTables, before: Campaign, done: Recorded) -> Iterator[Note]:
    """What a game has done to the rosters, man by man, and to the points."""
    for side, settled in done.settled.items():
        for man, rule in settled.notes:
            old, new = before.rosters[side].men[man], settled.roster.men[man]
            name = name_of(box, settled.roster, man)
            if rule == "UF:42.41-a":
                yield Note(side, f"{name} is lost.", rule)
            elif rule == "UF:42.42-a":
                what = "has lost all heart" if new.lost else f"has routed: {new.morale}/{new.panic} now"
                yield Note(side, f"{name} {what}.", rule)
            elif rule == "UF:42.44-a":
                better = "Morale" if new.morale > old.morale else "Panic"
                yield Note(side, f"{name} has won {better}: {new.morale}/{new.panic} now.", rule)
            elif rule == "UF:42.45-a":
                yield Note(side, f"{name} is no longer green: KIA {new.kia}.", rule)
            elif rule == "UF:42.46-a":
                rank = tables.ranks[settled.roster.nation][new.rank]
                yield Note(side, f"{name} is promoted: {rank}.", rule)
        for man, entry in settled.roster.men.items():
            if entry.back_in > before.number >= before.rosters[side].men[man].back_in:
                name = name_of(box, settled.roster, man)
                yield Note(side, f"{name} is wounded and back in game {entry.back_in}.", "UF:42.4-d")
        for line in settled.points:
            yield Note(side, f"{line.label.capitalize()}: {line.value:+d} points.", line.rule)
