"""The REST side answers as its OpenAPI document says, whatever it is asked."""

from __future__ import annotations

import json
import warnings
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from defilade.server import lobby, schema
from defilade.server.app import create_app
from defilade.server.protocol import ClientMessage
from defilade.server.settings import Settings
from defilade.server.store import StoreFailed
from server.harness import WAIT, Player, Server

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

CHECKS = [
    schemathesis.checks.not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


def openapi_document() -> dict[str, Any]:
    """The document of a server that is not running."""
    app: Any = create_app(Settings())
    return json.loads(msgspec.json.encode(app.app.app.openapi_schema.to_schema(), enc_hook=str))


DOCUMENT = openapi_document()
OPERATIONS = [(method.upper(), path) for path, item in DOCUMENT["paths"].items() for method in item]


@pytest.fixture(scope="module")
def document(sqlite_server: Server) -> dict[str, Any]:
    answer = sqlite_server.client.get("/api/schema/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def ask_anything(server: Server, method: str, path: str, examples: int) -> None:
    """Ask one operation all sorts of things, right and wrong, and hold the answers against the document."""
    api = schemathesis.openapi.from_dict(DOCUMENT)
    api.config.update(base_url=server.url)

    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        phases=[Phase.explicit, Phase.generate],
    )
    @given(case=api[path][method].as_strategy())
    def ask(case: Any) -> None:
        case.call_and_validate(checks=CHECKS, timeout=WAIT)

    ask()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_as_documented(sqlite_server: Server, method: str, path: str):
    ask_anything(sqlite_server, method, path, examples=10)


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_as_documented_for_long(sqlite_server: Server, method: str, path: str):
    ask_anything(sqlite_server, method, path, examples=300)


def test_the_document_names_every_route(document):
    paths = set(document["paths"])
    assert {
        "/api/health",
        "/api/metrics",
        "/api/scenarios",
        "/api/maps/{scenario}",
        "/api/rules/{rule_id}",
        "/api/games",
        "/api/games/mine",
        "/api/games/import",
        "/api/games/{game}/join",
        "/api/games/{game}/log",
        "/api/games/{game}/moments/{moment}",
        "/api/accounts",
        "/api/sessions",
    } <= paths


# -- what the lobby shows ------------------------------------------------------------------------------------


def test_the_lobby_tells_everything_that_can_be_played(sqlite_server: Server):
    lobby.lobby.cache_clear()
    found = sqlite_server.client.get("/api/scenarios").json()
    scenarios = {one["id"]: one for one in found["scenarios"]}
    assert {"S1", "S2", "S3", "S4", "S5", "S6", "T1"} <= set(scenarios)
    first = scenarios["S1"]
    assert first["victory"] and first["details"]["situation"] and first["details"]["forces"]
    assert set(first["details"]["squads"]) == set(first["sides"])
    assert [level["id"] for level in found["levels"]][:2] == ["random", "greedy"]
    assert {option["id"] for option in first["details"]["options"]} == {"los", "balance"}


@pytest.mark.parametrize("scenario", ["S1", "S2", "S3", "S4", "S5", "S6"])
def test_every_map_is_there(sqlite_server: Server, scenario: str):
    found = sqlite_server.client.get(f"/api/maps/{scenario}").json()
    assert len(found["hexes"]) > 100 and len(found["edges"]) == 4
    box = found["box"]
    for hex in found["hexes"]:
        assert box["left"] <= hex["x"] <= box["left"] + box["width"]
        assert box["top"] <= hex["y"] <= box["top"] + box["height"]
    thumbnail = sqlite_server.client.get(found["thumbnail"])
    assert thumbnail.headers["content-type"].startswith("image/svg+xml") and "<svg" in thumbnail.text
    again = sqlite_server.client.get(found["thumbnail"], headers={"if-none-match": thumbnail.headers["etag"]})
    assert again.status_code == 304


def test_what_does_not_exist_is_not_found(sqlite_server: Server):
    for path in ("/api/maps/S99", "/api/maps/T1/map.svg", "/api/rules/SK1:99", "/api/nothing", "/style.css"):
        assert sqlite_server.client.get(path).status_code == 404, path


def test_rules_are_looked_up(sqlite_server: Server):
    one = sqlite_server.client.get("/api/rules/SK1:3.2-k").json()
    assert one["title"] == "Point Blank Fire" and one["gist"]
    found = sqlite_server.client.get(
        "/api/rules", params={"words": "residual maximum", "system": "sk1"}
    ).json()
    assert [rule["id"] for rule in found["rules"]] == ["SK1:3.3.1-x2"] and not found["more"]
    assert (
        sqlite_server.client.get("/api/rules", params={"words": "fire", "system": "chess"}).status_code == 404
    )
    assert sqlite_server.client.get("/api/rules", params={"words": "fire"}).json()["more"]


def test_the_client_is_served_where_it_is_built(tmp_path):
    from server.conftest import quick
    from server.harness import running

    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Table</title>")
    (static / "assets" / "main-abc.js").write_text("export {}")
    with running(quick(str(tmp_path / "a.sqlite3")), static=static) as server:
        page = server.client.get("/")
        assert "Table" in page.text and page.headers["cache-control"] == "no-cache"
        assert server.client.get("/games/abc/replay").text == page.text, "a place inside the client"
        script = server.client.get("/assets/main-abc.js")
        assert (
            "immutable" in script.headers["cache-control"] and "javascript" in script.headers["content-type"]
        )
        assert server.client.get("/assets/none.js").status_code == 404
    with running(quick(str(tmp_path / "a.sqlite3")), static=tmp_path / "nothing") as server:
        assert "make web" in server.client.get("/").text


# -- figures -------------------------------------------------------------------------------------------------


def test_figures_are_in_the_form_that_prometheus_reads(sqlite_server: Server):
    made, tokens = sqlite_server.two_players()
    with Player(sqlite_server, made["game"]["id"], tokens["red"]) as red:
        red.act("hide - - 2")
        red.act("hide - - 2", step=999)
    text = sqlite_server.client.get("/api/metrics").text
    names = set()
    for line in text.splitlines():
        if line.startswith("#"):
            assert line.split()[1] in ("HELP", "TYPE")
        else:
            name, _, value = line.rpartition(" ")
            float(value)
            names.add(name.partition("{")[0])
    assert {"defilade_http_requests_total", "defilade_sockets", "defilade_action_seconds_bucket"} <= names


def test_a_server_whose_store_does_not_answer_says_so(tmp_path):
    from server.conftest import quick
    from server.harness import running

    with running(quick(str(tmp_path / "a.sqlite3"))) as server:
        well = server.client.get("/api/health")
        assert (well.status_code, well.json()["status"], well.json()["database"]) == (200, "ok", "sqlite")

        async def fails() -> None:
            raise StoreFailed("OperationalError")

        server.service.store.check = fails
        server.service.doctor._found = None
        unwell = server.client.get("/api/health")
        assert (unwell.status_code, unwell.json()["status"]) == (503, "failing")


# -- types for the client ------------------------------------------------------------------------------------


def test_the_types_for_the_client_are_always_the_same():
    text = schema.typescript()
    assert text == schema.typescript()
    for wanted in ("export interface BoardScene {", "export type ServerMessage =", 'readonly type: "act";'):
        assert wanted in text
    assert "readonly id?: string;" in text, "what a client may leave out"


def test_every_message_can_be_written_and_read():
    decoded = msgspec.json.decode(json.dumps({"type": "undo", "step": 3}), type=ClientMessage)
    assert decoded.steps == 1
