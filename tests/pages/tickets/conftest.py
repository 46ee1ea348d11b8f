"""A table whose tickets are entered, and the pages of seats there."""

from __future__ import annotations

import pytest

from companion.play import keys
from tests.pages.visiting import opened


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch):
    monkeypatch.setattr(keys, "_slow", lambda pin, salt: keys.digest(pin + salt.hex()))


@pytest.fixture
def table(client):
    """Three players; nobody has sat down."""
    return opened(client)


@pytest.fixture
def own(client, table):
    """The page of a phone that holds one seat."""
    client.post(f"{table}/tickets/blue/take")
    return f"{table}/tickets/blue"


@pytest.fixture
def shared(client, own, table):
    """The page of a phone that holds two seats."""
    client.post(f"{table}/tickets/red/take")
    return own
