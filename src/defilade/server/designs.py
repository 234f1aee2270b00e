"""Games of one's own design at the table. What is kept of them is the game that comes of it, and before that a room
where two buy in secret: see `design_rooms`."""

from __future__ import annotations

from defilade.ai import DEFAULT_LEVEL
from defilade.server import tokens
from defilade.server.design_protocol import DesignedGame, NewDesign
from defilade.server.lobby import Account, BadRequest, FrontDesk, assign_seats, check_private, check_table
from defilade.server.protocol import SeatWish
from defilade.server.rulework import in_rules_thread
from defilade.systems import NotOffered, UnknownSystem, designs_of, find_system, first_with_designs
from defilade.systems.designing import DesignedScenario, Designs


def rules_of(system: str) -> Designs:
    """The designs of a system, or of the first that has any."""
    try:
        return designs_of(system or first_with_designs())
    except (NotOffered, UnknownSystem) as error:
        raise BadRequest("system", str(error)) from error


class DesignDesk:
    """Where designed games are begun."""

    def __init__(self, front: FrontDesk) -> None:
        self.front = front

    async def begin(
        self, asked: NewDesign, account: Account, found: DesignedScenario, system_id: str
    ) -> DesignedGame:
        system = find_system(system_id or first_with_designs())
        game_id = tokens.new_id()
        part, mine = next(iter(found.sides.items()))
        position, _ = await in_rules_thread(system.begin, found.scenario, found.options)
        sides = system.sides(position.state)
        wishes = [
            SeatWish(side, "mine" if side == mine else asked.who, asked.level or DEFAULT_LEVEL)
            for side in sides
        ]
        seats, grants, invites = assign_seats(game_id, sides, wishes, asked.name, account, asked.pledge)
        check_table(asked.table, invites)
        check_private(asked.table)
        service = self.front.service
        async with service.quotas.one_at_a_time(account.maker):
            await self.front.check_place(seats, account)
            game = await service.begin(
                game_id, system, found.scenario, found.options, asked.table, seats, maker=account.maker
            )
        return DesignedGame(self.front.created(game, grants, invites), found.told[part])
