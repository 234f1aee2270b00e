"""Campaigns of Up Front: a series of games with the same men (UF:42)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw

from defilade.kernel import Over
from defilade.kernel.chance import Committed, commitment_of
from defilade.rules.upfront.campaign import campaign_questions as asking
from defilade.rules.upfront.campaign.campaign import (
    BESIDE,
    GERMAN,
    Campaign,
    CampaignError,
    leader_of,
    new_campaign,
    personal_arms,
    prepare,
    record,
)
from defilade.rules.upfront.designs.aftermath import Decisions
from defilade.rules.upfront.designs.rosters import Choices, Personal, is_there, man_card, personal_id
from defilade.rules.upfront.game.campaign_tables import campaign_tables
from defilade.rules.upfront.game.library import library
from defilade.rules.upfront.game.scenario import Scenario, load_scenarios
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
    OrdersAsked,
    OrderVerb,
    Written,
)

BACK_AGAIN = ", as a replacement"
"""Behind the name of a man whose own place is open."""


@cache
def scenarios() -> dict[str, Scenario]:
    """The scenarios that can be part of a campaign."""
    return {name: card for name, card in load_scenarios().items() if not card.players}


@cache
def _offer() -> CampaignOffer:
    """What a campaign can be made of."""
    box, tables = library(), campaign_tables()
    arms = {
        nation: tuple(NamedChoice(key, box.weapons[key].name) for key in personal_arms(box, nation))
        for nation in box.nations
    }
    return CampaignOffer(
        scenarios=tuple(
            CampaignScenario(card.id, card.title, card.opponents, card.plays_in_teams())
            for card in scenarios().values()
        ),
        series=tables.sample,
        nations=tuple(NamedChoice(key, one.people) for key, one in box.nations.items() if key != GERMAN),
        weapons=arms,
        about="The same men from game to game: who lives earns Elan, steadier nerves and a higher rank; who falls is "
        "replaced by somebody green. Up Front, section 42.",
    )


class UpFrontCampaigns:
    """Rosters from game to game; each game is made of them and entered into them."""

    def offer(self) -> CampaignOffer:
        return _offer()

    def new(self, plan: CampaignPlan) -> Raw:
        return _written(_new(plan))

    def standing(self, book: Raw) -> CampaignStanding:
        campaign = _read(book)
        return CampaignStanding(
            title=campaign.title,
            sides=tuple(campaign.rosters),
            number=campaign.number,
            length=len(campaign.scenarios),
            scenario=campaign.current.game if campaign.current is not None else "",
            is_over=campaign.is_over,
            points={side: roster.points for side, roster in campaign.rosters.items()},
            leader=leader_of(campaign),
            commitment=commitment_of(campaign.seed) if isinstance(campaign.seed, str) else "",
            seed=str(campaign.seed) if campaign.is_over else "",
        )

    def rosters(self, book: Raw) -> tuple[CampaignRoster, ...]:
        campaign = _read(book)
        return tuple(_roster(campaign, side) for side in campaign.rosters)

    def games(self, book: Raw, tables: Sequence[str]) -> tuple[CampaignGame, ...]:
        return tuple(_games(_read(book), tables))

    def open_places(self, book: Raw) -> tuple[OpenPlace, ...]:
        return tuple(_open_places(_read(book)))

    def muster(self, book: Raw, choices: Mapping[str, Raw]) -> Mustered:
        said = {side: msgspec.json.decode(one, type=Choices) for side, one in choices.items()}
        try:
            ready = prepare(library(), campaign_tables(), _read(book), scenarios(), said)
        except CampaignError as error:
            raise NotPossible("choices", str(error)) from error
        notes = tuple(
            CampaignNote(side, f"{text[:1].upper()}{text[1:]}.", rule)
            for side, every in ready.notes.items()
            for text, rule in every
        )
        return Mustered(_written(ready.campaign), ready.options, notes)

    def ended(self, state: Any, result: Over) -> Any:
        """Who gives up has lost with his men where they stand."""
        if state.over is None:
            state.over = result
        return state

    def questions(self, book: Raw, state: Any, sides: Sequence[str]) -> tuple[CampaignQuestion, ...]:
        campaign = _read(book)
        return tuple(
            _asked(campaign, one)
            for side in sides
            for one in asking.questions(library(), campaign_tables(), campaign, state, side)
        )

    def check_answers(self, book: Raw, answers: Mapping[str, Raw]) -> None:
        campaign = _read(book)
        for side, wishes in _decisions(answers).items():
            unknown = {*wishes.lower, *wishes.improve} - set(campaign.rosters[side].men)
            if unknown:
                raise NotPossible("choices", f"{min(unknown)} is not on the roster")

    def enter(self, book: Raw, state: Any, answers: Mapping[str, Raw]) -> Written:
        campaign = _read(book)
        done = record(library(), campaign_tables(), campaign, state, _decisions(answers))
        notes = asking.told(library(), campaign_tables(), campaign, done)
        return Written(
            _written(done.campaign), tuple(CampaignNote(note.side, note.text, note.rule) for note in notes)
        )

    def orders_due(self, book: Raw) -> tuple[str, ...]:
        return ()  # all that is decided between two games is asked with the questions and the places

    def asked(self, book: Raw, side: str) -> OrdersAsked | None:
        return None

    def ordered(self, book: Raw, side: str, what: OrderVerb, pick: str) -> Raw:
        raise NotPossible("orders", "no orders are given in this campaign")

    def carried_out(self, book: Raw) -> Written | None:
        return None

    def sheets(self, book: Raw, sides: Sequence[str]) -> CampaignSheets | None:
        return None


def _read(book: Raw) -> Campaign:
    return msgspec.json.decode(book, type=Campaign)


def _written(campaign: Campaign) -> Raw:
    return Raw(msgspec.json.encode(campaign))


def _decisions(answers: Mapping[str, Raw]) -> dict[str, Decisions]:
    return {side: msgspec.json.decode(one, type=Decisions) for side, one in answers.items()}


# -- beginning ---------------------------------------------------------------------------------------------


def _new(plan: CampaignPlan) -> Campaign:
    enemies = (plan.opponent, *plan.beside)
    if not set(enemies) <= {one.id for one in _offer().nations}:
        raise NotPossible("opponent", f"there are {', '.join(one.id for one in _offer().nations)}")
    _check_series(plan.scenarios, enemies)
    personal = {side: Personal(man.name, man.weapon) for side, man in plan.personal.items()}
    try:
        campaign = new_campaign(
            library(),
            campaign_tables(),
            plan.opponent,
            plan.scenarios,
            seed=Committed.fresh().seed,
            title=plan.title,
            personal=personal,
            beside=plan.beside,
        )
    except CampaignError as error:
        raise NotPossible("campaign", str(error)) from error
    if not set(personal) <= set(campaign.rosters):
        raise NotPossible("personal", f"there are {', '.join(campaign.rosters)}")
    return campaign


def _check_series(series: Sequence[str], enemies: Sequence[str]) -> None:
    """Each entry is a scenario for all tables, or one for each of them (UF:41.8)."""
    known = scenarios()
    for entry in series:
        names = entry.split(BESIDE)
        for enemy, name in zip(enemies, names * len(enemies) if len(names) == 1 else names, strict=False):
            fits = name in known and enemy in known[name].opponents
            if not fits or (len(enemies) > 1 and not known[name].plays_in_teams()):
                raise NotPossible("scenarios", f"{name} cannot be played against the {enemy} side here")
        if len(names) not in (1, len(enemies)):
            raise NotPossible("scenarios", f"{entry} names {len(names)} scenarios for {len(enemies)} tables")


# -- showing -----------------------------------------------------------------------------------------------


def _games(campaign: Campaign, tables: Sequence[str]) -> Iterator[CampaignGame]:
    cards = scenarios()
    for number, name in enumerate(campaign.scenarios, 1):
        played = campaign.played[number - 1] if number <= len(campaign.played) else None
        current = campaign.current if number == campaign.number else None
        held = played or current
        yield CampaignGame(
            number=number,
            scenario=name,
            title=" and ".join(dict.fromkeys(cards[one].title for one in name.split(BESIDE) if one in cards)),
            state="played" if played else "now" if number == campaign.number else "later",
            attacker=held.attacker if held is not None else "",
            winner=played.winner if played else "",
            points=dict(played.points) if played else {},
            game=tables[number - 1] if number <= len(tables) else "",
        )


def _roster(campaign: Campaign, side: str) -> CampaignRoster:
    roster = campaign.rosters[side]
    return CampaignRoster(
        side=side,
        nation=roster.nation,
        name=library().nations[roster.nation].people,
        points=roster.points,
        men=tuple([_man(campaign, side, man) for man in roster.men]),
    )


def _man(campaign: Campaign, side: str, man: str) -> CampaignMan:
    box, roster = library(), campaign.rosters[side]
    entry, card = roster.men[man], man_card(box, roster, man)
    there = is_there(roster, man, campaign.number)
    return CampaignMan(
        id=man,
        name=card.name,
        rank=campaign_tables().ranks[roster.nation].get(entry.rank, entry.rank),
        role=card.role,
        weapon=box.weapons[card.weapon].name,
        morale=entry.morale,
        panic=entry.panic,
        printed_morale=card.morale,
        printed_panic=card.panic,
        kia=entry.kia,
        elan=entry.elan,
        survival=entry.survival,
        promotion=entry.promotion,
        replaced=entry.replaced,
        state="there" if there else "lost" if entry.lost else "wounded",
        back_in=entry.back_in,
        personal=man == personal_id(roster.nation),
    )


def _open_places(campaign: Campaign) -> Iterator[OpenPlace]:
    box = library()
    for side, places in asking.open_places(box, campaign_tables(), campaign, scenarios()).items():
        roster = campaign.rosters[side]
        for place in places:
            candidates = [
                NamedChoice(one, man_card(box, roster, one).name + (BACK_AGAIN if one == place.man else ""))
                for one in place.candidates
            ]
            name = man_card(box, roster, place.man).name
            yield OpenPlace(side, place.man, name, place.role, tuple(candidates))


def _asked(campaign: Campaign, one: asking.Question) -> CampaignQuestion:
    name = man_card(library(), campaign.rosters[one.side], one.man).name
    return CampaignQuestion(one.side, one.man, name, one.kind, one.answers, one.rule)
