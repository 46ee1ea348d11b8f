"""The description is of what is there, and what is there does what the description says."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from companion.app import create_app
from companion.boards import files
from companion.play.tables import Tables
from companion.store import open_store
from tests.support.doses import one_in
from tests.web.api.conftest import opened

MUCH = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
CALLS = 15  # that it describes


def test_the_description_is_openapi_3_1_and_an_entry_has_no_null(client):
    document = client.get("/api/openapi.json").json
    assert document["openapi"].startswith("3.1")
    assert "null" not in str(document["components"]["schemas"]["Reported"])


def test_routes_and_description_name_the_same_calls(app, client):
    """But for the print of a game: it is listed when it is there."""
    document = client.get("/api/openapi.json").json
    described = {(method.upper(), path) for path, calls in document["paths"].items() for method in calls}
    there = {
        (method, re.sub(r"<(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert described == there
    assert len({path for __, path in described}) >= CALLS


def test_every_answer_and_parameter_is_described(client):
    document = client.get("/api/openapi.json").json
    for path, calls in document["paths"].items():
        for call in calls.values():
            assert call["summary"].endswith(".")
            named = {p["name"] for p in call["parameters"] if p["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path))
            for answer in call["responses"].values():
                assert answer["description"]


@pytest.mark.parametrize("known", one_in(1 if MUCH else 2, [True, False]))
def test_whatever_is_sent_is_answered_as_described(known):
    assert whatever_is_sent(known, 200 if MUCH else 8, not MUCH) >= CALLS - 2


def whatever_is_sent(known, examples, alike):
    """Schemathesis thinks of requests that fit the description, and of others; how many calls it tried."""
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        negative_data_rejection,
        response_schema_conformance,
        status_code_conformance,
    )

    folder = tempfile.mkdtemp(prefix="companion-api-")
    boards = files.boards()
    tables = Tables(open_store(f"sqlite:///{Path(folder) / 'games.sqlite3'}"), boards)
    app = create_app(boards, tables, limits={"tables": 0, "imports": 0, "codes": 0})
    program = opened(app.test_client())
    program("POST", "/seats", {"color": "blue"})
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    checks = [
        not_a_server_error,
        content_type_conformance,
        negative_data_rejection,
        response_schema_conformance,
        status_code_conformance,
    ]
    headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {program.token}"} if known else {})
    doses = settings(
        max_examples=examples,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=alike,
        database=None,
    )
    tried = 0
    for found in document.get_all_operations():
        operation = found.ok()
        if operation.path.endswith("/events") or (
            operation.method == "delete" and operation.path.endswith(("{table}", "/device"))
        ):
            continue  # a stream has no end, and a table or token that is gone is good for no other call

        @doses
        @_given(operation)
        def send(case):
            if known and "table" in (case.path_parameters or {}) and secrets.randbelow(10):
                case.path_parameters["table"] = program.table
            case.call_and_validate(headers=headers, checks=checks)

        send()
        tried += 1
    tables.store.engine.dispose()
    shutil.rmtree(folder)
    return tried


def _given(operation):
    from hypothesis import given

    return given(case=operation.as_strategy())
