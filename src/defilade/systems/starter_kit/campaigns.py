"""The campaign game of Decision at Elst as the table offers it.

Each game is made from the book and entered into it.  Between the games each side gives its orders for the steps of the
Refit Phase (`campaign/orders`), option by option, or leaves a step to its staff (`campaign/staff.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw

from defilade.kernel import Over
from defilade.kernel.chance import Committed, Scripted, commitment_of
from defilade.rules.designs import DESIGN
from defilade.rules.sk.full.campaign.book import (
    DEPLOY,
    ESCAPE,
    INITIATIVE,
    OVER,
    PLAY,
    PURCHASE,
    REFIT,
    SHIFT,
    STRIKE,
    Book,
    CampaignError,
    Note,
    book_text,
    clone,
    date_id,
    read_book,
)
from defilade.rules.sk.full.campaign.campaign import enter_scenario, new_campaign
from defilade.rules.sk.full.campaign.orders import asking
from defilade.rules.sk.full.campaign.refit import proceed, waits_for
from defilade.rules.sk.full.campaign.set_up import INITIAL, scenario_card
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, SIDES, campaign_tables
from defilade.rules.sk.full.campaign.victory import concede
from defilade.rules.sk.full.campaign.work import Work
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
    CampaignSheets,
    CampaignStanding,
    Mustered,
    NamedChoice,
    NotPossible,
    OpenPlace,
    OrderOption,
    OrdersAsked,
    OrderVerb,
    Written,
)
from defilade.systems.starter_kit import campaign_sheets
from defilade.tactics.units import Unit

SERIES = "elst-campaign"
MUSTERED = "The scenario of this date"
STEPS = {
    ESCAPE: "Escape",
    SHIFT: "Shift",
    REFIT: "Repair and Replenishment",
    PURCHASE: "Reinforcement Groups",
    INITIATIVE: "Initiative",
    DEPLOY: "Set-up before the strike",
    STRIKE: "The German strike",
    INITIAL: "The initial scenario",
}


class ElstCampaigns:
    """The Island: from the afternoon of the 23rd to mid-day of the 25th."""

    def offer(self) -> CampaignOffer:
        title = campaign_tables().title
        return CampaignOffer(
            scenarios=(CampaignScenario(SERIES, title, (BRITISH,), teams=False),),
            series=(SERIES,),
            nations=(NamedChoice(BRITISH, full_library().nationalities[BRITISH].name),),
            weapons={},
            about="The battle for Elst from the afternoon of 23 September 1944 to mid-day of the 25th. Between the "
            "scenarios both sides move, repair and buy reinforcements in secret. Decision at Elst, section 4.",
            fixed=True,
        )

    def new(self, plan: CampaignPlan) -> Raw:
        if plan.opponent != BRITISH or plan.beside:
            raise NotPossible("opponent", "the Germans meet the British, at one table")
        if plan.personal:
            raise NotPossible("personal", "nobody comes as himself to Elst")
        if set(plan.scenarios) - {SERIES}:
            raise NotPossible("scenarios", f"there is {SERIES}")
        return _written(new_campaign(plan.title, Committed.fresh().seed))

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
            stands=campaign_sheets.what_is_won(Work(found, Scripted(()))),
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
        found = asking.as_begun(found)
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
        """A game that is over, up to the first orders of the Refit Phase."""
        found = read_book(bytes(book))
        try:
            done = enter_scenario(found, state, Committed(found.seed))
        except CampaignError as error:
            raise NotPossible("campaign", str(error)) from error
        return _told(found, done)

    # -- the Refit Phase -----------------------------------------------------------------------------------------

    def orders_due(self, book: Raw) -> tuple[str, ...]:
        return waits_for(read_book(bytes(book)))

    def asked(self, book: Raw, side: str) -> OrdersAsked | None:
        found = read_book(bytes(book))
        step = asking.step_for(found, side)
        if not step or _is_mustered(found):
            return None
        asked = asking.ask(found, side)
        options = tuple(OrderOption(*msgspec.structs.astuple(one)) for one in asked.options)
        return OrdersAsked(
            side=side,
            step=asked.step,
            title=STEPS[asked.step],
            asks=asked.asks,
            rule=asked.rule,
            options=options,
            given=asked.given,
            ready=asked.ready,
            begun=asked.begun,
            mark=f"{len(found.played)}.{found.date}.{step}.{len(found.drafts.get(side, ()))}",
        )

    def ordered(self, book: Raw, side: str, what: OrderVerb, pick: str) -> Raw:
        found = read_book(bytes(book))
        try:
            match what:
                case "pick":
                    done = asking.pick(found, side, pick)
                case "back":
                    done = asking.take_back(found, side)
                case "again":
                    done = asking.start_again(found, side)
                case "hand_in":
                    done = asking.hand_in(found, side)
                case "staff":
                    done = asking.leave_to_staff(found, side)
                case "concede":
                    work = Work(clone(found), Scripted(()))
                    concede(work, side)
                    done = work.book
        except CampaignError as error:
            raise NotPossible("orders", str(error)) from error
        return _written(done)

    def carried_out(self, book: Raw) -> Written | None:
        found = read_book(bytes(book))
        if found.step in (PLAY, OVER) or waits_for(found):
            return None
        return _told(found, proceed(found, Committed(found.seed)))

    def sheets(self, book: Raw, sides: Sequence[str]) -> CampaignSheets | None:
        return campaign_sheets.sheets(read_book(bytes(book)), sides)


def _told(before: Book, after: Book) -> Written:
    """What everybody may read of what has happened; when it is over, all of it."""
    new = after.notes[len(before.notes) :]
    notes = [note for note in new if not note.secret or after.step == OVER]
    return Written(_written(after), tuple(CampaignNote(note.side, note.text, note.rule) for note in notes))


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
