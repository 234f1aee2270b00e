"""Letters to players whose turn it is, where the server has somebody to carry them."""

from __future__ import annotations

import asyncio
import hmac
import smtplib
import ssl
import time
from email.message import EmailMessage
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from defilade.server import logs, models
from defilade.server.settings import Settings
from defilade.server.store import Store

POST_SECONDS = 15.0
AT_ONCE = 50
PATIENCE = 20.0
CODE_LETTERS = 12


class Due(NamedTuple):
    """Somebody who is to be told."""

    game: str
    moment: int
    told: int
    scenario: str
    system: str
    side: str
    account: str
    name: str
    email: str


class NotCarried(Exception):
    """A letter that did not go out; `unknown` where nobody has that address."""

    def __init__(self, reason: str, *, unknown: bool = False) -> None:
        super().__init__(reason)
        self.unknown = unknown


def code_for(server_key: str, account: str, email: str) -> str:
    """What somebody must tell to show that he reads letters to an address."""
    whole = hmac.new(bytes.fromhex(server_key), f"email:{account}:{email}".encode(), "sha256").hexdigest()
    return whole[:CODE_LETTERS]


class Letters:
    """Writes letters and hands them to a mail server."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store

    @property
    def possible(self) -> bool:
        return bool(self.settings.smtp_host and self.settings.mail_from)

    async def send(self, to: str, subject: str, text: str) -> None:
        """Raises `NotCarried` where it does not go out."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.settings.mail_from, to, subject
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        try:
            await asyncio.to_thread(self._hand_over, letter)
        except smtplib.SMTPRecipientsRefused as error:
            raise NotCarried("nobody has that address", unknown=True) from error
        except (OSError, smtplib.SMTPException) as error:
            raise NotCarried(type(error).__name__) from error

    def _hand_over(self, letter: EmailMessage) -> None:
        settings = self.settings
        kind = smtplib.SMTP_SSL if settings.smtp_security == "tls" else smtplib.SMTP
        with kind(settings.smtp_host, settings.smtp_port, timeout=PATIENCE) as carrier:
            if settings.smtp_security == "starttls":
                carrier.starttls(context=ssl.create_default_context())
            if settings.smtp_user:
                carrier.login(settings.smtp_user, settings.smtp_password)
            carrier.send_message(letter)

    async def confirm(self, name: str, email: str, code: str) -> None:
        """Ask whether somebody reads letters to an address."""
        text = (
            f"{name} at {self._here} wants to be told by letter when it is his turn.\n\n"
            f"If that is you, give this code in the preferences:\n\n    {code}\n\n"
            "If it is not, do nothing, and nothing more will come.\n"
        )
        await self.send(email, "A code for your account", text)

    @property
    def _here(self) -> str:
        return self.settings.public_url or "Defilade"

    # -- whose turn it is ------------------------------------------------------------------------------------

    async def tell_whose_turn_it_is(self, title_of: dict[str, str]) -> int:
        """Write to those who have not been seen for a while though games wait for them; gives how many letters went
        out."""
        sent = 0
        for due in await self._due(time.time() - 60 * self.settings.mail_after_minutes):
            if not await self._claim(due, due.moment):
                continue
            try:
                await self.send(due.email, *self._your_turn(due, title_of))
                sent += 1
            except NotCarried as error:
                logs.warning("letter_not_carried", game=due.game, why=str(error))
                if error.unknown:
                    await self._forget(due.account)
                else:
                    await self._claim(due._replace(told=due.moment), -1)
        return sent

    def _your_turn(self, due: Due, title_of: dict[str, str]) -> tuple[str, str]:
        title = title_of.get(due.scenario, due.scenario)
        link = f"\n    {self.settings.public_url}/#/game/{due.game}\n" if self.settings.public_url else ""
        text = (
            f"{due.name}, it is your turn in {title}: you play {due.side.capitalize()}.\n{link}\n"
            "Such letters can be turned off in the preferences.\n"
        )
        return f"Your turn in {title}", text

    async def _due(self, before: float) -> list[Due]:
        games, seats, accounts = models.games, models.seats, models.accounts
        others = seats.alias()
        free = select(others.c.game).where(others.c.game == games.c.id, others.c.kind == "open").exists()
        columns = (games.c.id, games.c.moment, games.c.told, games.c.scenario, games.c.system)
        asked = (
            select(*columns, seats.c.side, accounts.c.id, accounts.c.name, accounts.c.email)
            .select_from(games)
            .join(seats, (seats.c.game == games.c.id) & (seats.c.side == games.c.waits))
            .join(accounts, accounts.c.id == seats.c.account)
            .where(games.c.result == "", games.c.last_moved < before, games.c.told != games.c.moment, ~free)
            .where(seats.c.kind == "human", seats.c.taken < before)
            .where(accounts.c.confirmed, accounts.c.told, accounts.c.email != "", accounts.c.seen < before)
            .limit(AT_ONCE)
        )

        def work(connection: Connection) -> list[Due]:
            return [Due(*found) for found in connection.execute(asked)]

        return await self.store.read(work)

    async def _claim(self, due: Due, told: int) -> bool:
        """Of several workers one writes."""
        games = models.games
        same = (games.c.id == due.game) & (games.c.told == due.told)

        def work(connection: Connection) -> bool:
            return connection.execute(update(games).where(same).values(told=told)).rowcount == 1

        return await self.store.change(work)

    async def _forget(self, account: str) -> None:
        """Nobody reads letters to that address."""
        accounts = models.accounts

        def work(connection: Connection) -> None:
            connection.execute(update(accounts).where(accounts.c.id == account).values(confirmed=False))

        await self.store.change(work)
