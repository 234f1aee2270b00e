"""The server for worker processes: settings come from the environment."""

from __future__ import annotations

from defilade.server import logs
from defilade.server.app import create_app
from defilade.server.asgi_types import App
from defilade.server.settings import from_environment


def create() -> App:
    """What `uvicorn --factory defilade.server.asgi:create` runs."""
    logs.configure()
    return create_app(from_environment())
