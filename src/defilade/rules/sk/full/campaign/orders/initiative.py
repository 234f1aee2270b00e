"""Attack or Idle (DAE:4.517), and where a German strike is made (DAE:4.5171)."""

from __future__ import annotations

from collections.abc import Iterator

from defilade.hexgrid.coords import column_of, row_letters
from defilade.rules.sk.full.campaign import deployment, initiative
from defilade.rules.sk.full.campaign.book import CampaignError, InitiativeOrders, StrikeOrders
from defilade.rules.sk.full.campaign.orders.options import Option, Reader
from defilade.rules.sk.full.campaign.tables import BRITISH

ATTACK, IDLE = "attack", "idle"


class InitiativeDraft:
    def __init__(self, reader: Reader) -> None:
        self.work, self.side, picks = reader
        self.said = picks[-1] if picks else ""

    def asks(self) -> tuple[str, str]:
        return "Attack, or stand Idle?", "DAE:4.517"

    def options(self) -> Iterator[Option]:
        words = {ATTACK: "Attack", IDLE: "Idle"}
        for pick, label in words.items():
            try:
                initiative.check_orders(self.work, self.side, InitiativeOrders(pick == ATTACK))
            except CampaignError:
                continue
            if not self.said:
                yield Option(pick, label, "DAE:4.517", detail=self._detail(pick))

    def _detail(self, pick: str) -> str:
        if pick == IDLE:
            return "No scenario, unless the enemy attacks"
        if self.side == BRITISH:
            return f"{self.work.side(self.side).attack_chits} Attack Chits are left"
        return "The Attack Chit of this date"

    def given(self) -> list[str]:
        return [self.said.capitalize()] if self.said else []

    def ready(self) -> bool:
        return bool(self.said)

    def orders(self) -> InitiativeOrders:
        return InitiativeOrders(self.said == ATTACK)


class StrikeDraft:
    """Two hexrows, then two numbers: at most ten by ten hexes (DAE:4.5171-c)."""

    QUESTIONS = (
        "From which hexrow?",
        "To which hexrow?",
        "From which number?",
        "To which number?",
    )

    def __init__(self, reader: Reader) -> None:
        self.work, self.side, self.picks = reader

    def asks(self) -> tuple[str, str]:
        where = self.QUESTIONS[len(self.picks)] if len(self.picks) < 4 else "It is declared."
        return f"Where do you strike? {where}", deployment.RULE

    def options(self) -> Iterator[Option]:
        limits = self.work.tables.strike
        columns = sorted({column_of(self.work.board.grid_name(hex)[1]) for hex in self.work.board.names})
        numbers = sorted({self.work.board.grid_name(hex)[2] for hex in self.work.board.names})
        done = len(self.picks)
        if done == 0:
            found = [row_letters(one) for one in columns]
        elif done == 1:
            first = column_of(self.picks[0])
            found = [row_letters(one) for one in columns if first <= one < first + limits.columns]
        elif done == 2:
            found = [str(one) for one in numbers]
        elif done == 3:
            low = int(self.picks[2])
            found = [str(one) for one in numbers if low <= one < low + limits.rows]
        else:
            found = []
        for one in found:
            yield Option(one, one, deployment.RULE)

    def given(self) -> list[str]:
        names = ("from hexrow", "to hexrow", "from number", "to number")
        return [f"{name} {pick}" for name, pick in zip(names, self.picks, strict=False)]

    def ready(self) -> bool:
        return len(self.picks) == 4

    def orders(self) -> StrikeOrders:
        first, last, low, high = self.picks
        return StrikeOrders(first, last, int(low), int(high))
