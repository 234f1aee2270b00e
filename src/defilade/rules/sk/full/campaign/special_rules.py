"""Campaign special rules that are numbers of a scenario (DAE:4.3): how long it lasts, ELR, self-rally."""

from __future__ import annotations

from defilade.rules.sk.card_rules import CampaignScenario
from defilade.rules.sk.full.campaign.book import GERMAN_ASSAULT, Book, Module
from defilade.rules.sk.full.campaign.tables import BRITISH, GERMAN, CampaignTables
from defilade.rules.sk.full.campaign.work import Work
from defilade.tactics.counters import Counter
from defilade.tactics.names import Side
from defilade.tactics.victory_conditions import ExitValues


def turns(book: Book, tables: CampaignTables) -> int:
    """DAE:4.3-b: eight at most; a German Assault, and a German strike, three."""
    return tables.strike.turns if is_strike(book) else tables.length.turns


def is_strike(book: Book) -> bool:
    return book.scenario == GERMAN_ASSAULT or book.striking


def of_the_scenario(book: Book, tables: CampaignTables, exits: tuple[str, ...]) -> CampaignScenario:
    """DAE:4.3-b, DAE:4.3-g: what a card says of it; a strike has its three turns and no roll."""
    numbers = {} if is_strike(book) else tables.length.end_numbers
    worth = tables.victory.values
    return CampaignScenario(
        rule="DAE:4.3-b",
        side=GERMAN,
        end_numbers=numbers,
        self_rallies=tables.self_rallies,
        leaving=BRITISH,
        exits=exits,
        values=ExitValues(
            squad=worth.squad, half_squad=worth.half_squad, crew=worth.crew, leader=worth.leader
        ),
    )


def elr(tables: CampaignTables, side: Side, counter: Counter) -> int:
    """DAE:4.3-r: British 3; German leaders 3, other German MMC 2 (the SS have none to fail)."""
    own = tables.elr[side]
    return own.leader if counter.kind == "leader" else own.mmc


def usable_modules(work: Work, side: Side) -> list[Module]:
    """DAE:4.3-d: at most two in a scenario, those first that have been waiting longest."""
    return list(work.forces(side).modules.values())[: work.tables.oba.most_in_a_scenario]


def may_fire_smoke(module: Module) -> bool:
    """DAE:4.3-e: all but Rockets (DAE:2.9-a)."""
    return not module.rockets
