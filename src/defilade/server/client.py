"""The browser client: files that were built beforehand."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
KINDS = {".woff2": "font/woff2"}
"""Kinds of files that not every machine knows."""

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Defilade</title>
<h1>Defilade</h1><p>The server runs, but the client has not been built: run <code>make web</code>.</p>
<p><a href="/api/schema/openapi.json">The interface of the server</a></p></html>
"""


def client_routes(folder: Path) -> list[HTTPRouteHandler]:
    """Routes for the client's files. A path without a file is a place inside the client: it gets the page."""
    files = {
        f"/{path.relative_to(folder).as_posix()}": path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }

    kept: dict[Path, tuple[int, bytes, str]] = {}

    def read(path: Path, cached: str) -> Response[bytes]:
        """A file; from the disk the first time, and where it was built anew."""
        changed = path.stat().st_mtime_ns
        if path not in kept or kept[path][0] != changed:
            kept[path] = (changed, *_file(path))
        _, content, media_type = kept[path]
        return Response(content, media_type=media_type, headers={"cache-control": cached})

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def client(path: FromPath[str] = "/") -> Response[Any]:
        found = files.get(path)
        if found is not None:
            return read(found, FOREVER if path.startswith("/assets/") else ALWAYS_ASK)
        if path.startswith("/api/") or "." in path.rpartition("/")[2]:
            return Response("not found", status_code=404, media_type=MediaType.TEXT)
        page = files.get("/index.html")
        if page is None:
            return Response(NOT_BUILT, media_type=MediaType.HTML)
        return read(page, ALWAYS_ASK)

    return [client]


def _file(path: Path) -> tuple[bytes, str]:
    """What is in a file, and its kind."""
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    text = kind is not None and (
        kind.startswith("text/") or kind in ("application/javascript", "image/svg+xml")
    )
    media_type = f"{kind}; charset=utf-8" if text else kind or "application/octet-stream"
    return path.read_bytes(), media_type
