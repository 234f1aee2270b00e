"""The campaign game of Decision at Elst as the table offers it.

Each game is made from the book and entered into it.  Between the games the Refit Phase is carried out with the orders
of the staffs (`campaign/staff.py`): the table has no form for Escape, Shift, purchase and initiative yet, and says so
in the notes of each chapter.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Raw

from defilade.kernel import Over
from defilade.kernel.chance import Committed, commitment_of
from defilade.rules.designs import DESIGN
from defilade.rules.sk.full.campaign import staff
from defilade.rules.sk.full.campaign.book import (
    OVER,
    PLAY,
    Book,
    CampaignError,
    Note,
    book_text,
    date_id,
    read_book,
)
from defilade.rules.sk.full.campaign.campaign import enter_scenario, new_campaign
from defilade.rules.sk.full.campaign.refit import proceed, submit, waits_for
from defilade.rules.sk.full.campaign.set_up import scenario_card
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, SIDES, campaign_tables
from defilade.rules.sk.full.library import full_library
from defilade.rules.sk.scenario import design_text
from defilade.systems.campaigns import (
    CampaignGame,
    CampaignMan,
    CampaignNote,
    CampaignOffer,
    CampaignPlan,
    CampaignQuestion,
    CampaignRoster,
    CampaignScenario,
    CampaignStanding,
    Mustered,
    NamedChoice,
    NotPossible,
    OpenPlace,
    Written,
)
from defilade.tactics.units import Unit

SERIES = "elst-campaign"
MUSTERED = "The scenario of this date"


class ElstCampaigns:
    """The Island: from the afternoon of the 23rd to mid-day of the 25th."""

    def offer(self) -> CampaignOffer:
        title = campaign_tables().title
        return CampaignOffer(
            scenarios=(CampaignScenario(SERIES, title, (BRITISH,), teams=False),),
            series=(SERIES,),
            nations=(NamedChoice(BRITISH, full_library().nationalities[BRITISH].name),),
            weapons={},
        )

    def new(self, plan: CampaignPlan) -> Raw:
        if plan.opponent != BRITISH or plan.beside:
            raise NotPossible("opponent", "the Germans meet the British, at one table")
        if plan.personal:
            raise NotPossible("personal", "nobody comes as himself to Elst")
        if set(plan.scenarios) - {SERIES}:
            raise NotPossible("scenarios", f"there is {SERIES}")
        return _written(new_campaign(plan.title, secrets.token_hex(32)))

    def standing(self, book: Raw) -> CampaignStanding:
        found = read_book(bytes(book))
        over = found.step == OVER
        return CampaignStanding(
            title=found.title,
            sides=SIDES,
            number=len(found.played) + 1,
            length=max(len(campaign_tables().dates), len(found.played) + (not over)),
            scenario=scenario_card(found).card.id if _is_mustered(found) else "",
            is_over=over,
            points={BRITISH: found.exited, GERMAN: 0},
            leader=found.winner,
            commitment=commitment_of(found.seed) if found.seed else "",
            seed=found.seed if over else "",
        )

    def rosters(self, book: Raw) -> tuple[CampaignRoster, ...]:
        """What all have seen of each side (`Book.known`): no purchase and no Shift is given away."""
        found = read_book(bytes(book))
        return tuple(
            CampaignRoster(
                side=side,
                nation=side,
                name=full_library().nationalities[side].name,
                points=found.exited if side == BRITISH else 0,
                men=tuple(_man(unit) for unit in found.known[side].units.values()),
            )
            for side in SIDES
        )

    def games(self, book: Raw, tables: Sequence[str]) -> tuple[CampaignGame, ...]:
        found = read_book(bytes(book))
        title, dates = campaign_tables().title, [date.id for date in campaign_tables().dates]
        done = [one.date for one in found.played]
        now = [] if found.step == OVER else [date_id(found, campaign_tables())]
        later = [] if found.step == OVER else dates[found.date + 1 :]
        return tuple(
            CampaignGame(
                number=number,
                scenario=SERIES,
                title=f"{title}: {date}",
                state="played" if number <= len(done) else "now" if number == len(done) + 1 else "later",
                attacker="",
                winner="",
                points={},
                game=tables[number - 1] if number <= len(tables) else "",
            )
            for number, date in enumerate([*done, *now, *later], 1)
        )

    def open_places(self, book: Raw) -> tuple[OpenPlace, ...]:
        return ()

    def muster(self, book: Raw, choices: Mapping[str, Raw]) -> Mustered:
        """The card of the next scenario; the Refit Phase before it has been carried out when the last was entered."""
        found = read_book(bytes(book))
        if found.step != PLAY:
            raise NotPossible("campaign", "there is no scenario to play")
        ready = scenario_card(found)
        found.notes.append(_mustered(found))
        notes = [
            CampaignNote("", f"Not played as in the rules: {one}.", "DAE:4.3-a") for one in ready.missing
        ]
        return Mustered(_written(found), {DESIGN: design_text(ready.card)}, tuple(notes))

    def ended(self, state: Any, result: Over) -> Any:
        """A scenario that somebody breaks off ends with everybody where he stands (DAE:4.5171-f: nobody wins it)."""
        if state.over is None:
            state.over = result
        return state

    def questions(self, book: Raw, state: Any, sides: Sequence[str]) -> tuple[CampaignQuestion, ...]:
        return ()

    def check_answers(self, book: Raw, answers: Mapping[str, Raw]) -> None:
        """Nothing is asked, so nothing can be wrong."""

    def enter(self, book: Raw, state: Any, answers: Mapping[str, Raw]) -> Written:
        found = read_book(bytes(book))
        before = len(found.notes)
        dice = Committed(found.seed)
        try:
            done = enter_scenario(found, state, dice)
            while done.step not in (PLAY, OVER):
                for side in waits_for(done):
                    done = submit(done, side, staff.orders(done, side))
                done = proceed(done, dice)
        except CampaignError as error:
            raise NotPossible("campaign", str(error)) from error
        told = [note for note in done.notes[before:] if not note.secret or done.step == OVER]
        staffs = CampaignNote("", "The staffs have given the orders of the Refit Phase.", "DAE:4.5")
        return Written(
            _written(done), (staffs, *(CampaignNote(note.side, note.text, note.rule) for note in told))
        )


def _mustered(book: Book) -> Note:
    return Note("DAE:4.6", f"{MUSTERED}: {len(book.played) + 1}")


def _is_mustered(book: Book) -> bool:
    """Whether the scenario that is next is being played."""
    return book.step == PLAY and _mustered(book) in book.notes


def _written(book: Book) -> Raw:
    return Raw(book_text(book))


def _man(unit: Unit) -> CampaignMan:
    counter = full_library().counters[unit.type]
    return CampaignMan(
        id=unit.id,
        name=counter.name,
        rank="",
        role=counter.kind.replace("_", "-"),
        weapon="",
        morale=counter.morale,
        panic=0,
        printed_morale=counter.morale,
        printed_panic=0,
        kia=0,
        elan=0,
        survival=0,
        promotion=0,
        replaced=0,
        state="wounded" if unit.wounded else "there",
        back_in=0,
        personal=False,
    )
