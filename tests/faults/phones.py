"""Phones that keep what was not acknowledged and send it again, and people who tap by whim."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from flask.testing import FlaskClient

from companion.boards.model import Board

Entry = dict[str, Any]
Ask = Callable[..., tuple[int, Any]]
REFUSED = (403, 409, 422)
SOON = 10.0  # seconds that a phone waits for an answer


class Lost(Exception):
    """No answer came: whether anything was stored is not known."""


class Away(Exception):
    """503: nothing was stored, the phone keeps what it has."""


def over_http(port: Callable[[], int], timeout: float = SOON) -> Ask:
    """Asks a server, on one connection for as long as it lasts."""
    lines: dict[int, http.client.HTTPConnection] = {}

    def ask(method: str, path: str, token: str = "", told: Any = None) -> tuple[int, Any]:
        number = port()
        line = lines.setdefault(number, http.client.HTTPConnection("127.0.0.1", number, timeout=timeout))
        try:
            line.request(method, path, json.dumps(told) if told is not None else None, _bearer(token))
            answer = line.getresponse()
            body = answer.read()
            return answer.status, json.loads(body or b"null")
        except (OSError, http.client.HTTPException, ValueError) as error:
            line.close()
            raise Lost(repr(error)) from error

    return ask


def by_client(client: FlaskClient) -> Ask:
    """Asks an app in this process."""

    def ask(method: str, path: str, token: str = "", told: Any = None) -> tuple[int, Any]:
        answer = client.open(path, method=method, json=told, headers=_bearer(token))
        return answer.status_code, answer.get_json(silent=True)

    return ask


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


@dataclass
class Phone:
    """One at a table: what it sent and was told, and what it has still to send."""

    board: Board
    table: str
    token: str
    color: str
    rng: Random
    unsent: list[Entry] = field(default_factory=list)
    told: dict[str, Entry] = field(default_factory=dict)
    acknowledged: dict[str, tuple[int, int]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)

    def taps(self) -> Entry:
        """Somebody enters something; it is kept until its answer is there."""
        entry = {"id": f"{self.color}-{len(self.told)}", **self._whim()}
        self.told[entry["id"]] = entry
        self.unsent.append(entry)
        return entry

    def sends(self, ask: Ask, entry: Entry, **beside: bool) -> None:
        """Sends an entry and hears the answer. Raises Lost or Away, and has it still to send then."""
        self.hears(entry, *ask("POST", f"/api/tables/{self.table}/entries", self.token, entry | beside))

    def hears(self, entry: Entry, status: int, answer: Any) -> None:
        """An answer to an entry. The same entry must always get the same one, once it was taken."""
        name = entry["id"]
        if status == 503:
            assert answer["code"] == "storage-away", answer
            assert answer["message"].endswith("."), answer
            raise Away(answer["message"])
        assert status in (200, *REFUSED), (status, answer, entry)
        if status == 200:
            given = answer["entry"], answer["version"]
            assert self.acknowledged.setdefault(name, given) == given, f"{entry} was answered in two ways"
            self.refused.pop(name, None)
        else:
            assert name not in self.acknowledged, f"{entry} was taken, and then refused: {answer}"
            self.refused[name] = answer["code"]
        self.unsent = [other for other in self.unsent if other["id"] != name]

    def confirms(self, ask: Ask) -> None:
        """Says that all its tickets are in, so that the game may end before the last turns without being asked."""
        status, answer = ask("POST", f"/api/tables/{self.table}/confirm", self.token, {"color": self.color})
        if status == 503:
            raise Away(answer["message"])
        assert status == 200, (status, answer)

    def fetches(self, ask: Ask) -> int:
        """Asks for what is new; the version."""
        since = f"?since={self.state['version']}" if self.state else ""
        status, answer = ask("GET", f"/api/tables/{self.table}{since}", self.token)
        if status == 503:
            raise Away(answer["message"])
        assert status == 200, (status, answer)
        assert answer["version"] >= self.state.get("version", 0), "it went back"
        self.state = answer
        return int(answer["version"])

    def _whim(self) -> Entry:
        player, dice = {"player": self.color}, self.rng.random()
        if dice < 0.5:
            free = [name for name in self.board.route if name not in self.state.get("owners", {})]
            return {"type": "claim", **player, "route": self.rng.choice(free or list(self.board.route))}
        if dice < 0.65:
            return {"type": "keep", **player, "ticket": self.rng.choice(list(self.board.tickets_of("base")))}
        if dice < 0.7 and self.board.stations:
            return {"type": "station", **player, "city": self.rng.choice(list(self.board.city))}
        places = [place for place, __ in self.acknowledged.values()]
        if places and dice < 0.78:
            return {"type": "strike", "entry": self.rng.choice(places)}
        claims = [place for name, (place, __) in self.acknowledged.items() if self.told[name]["type"] == "claim"]
        if claims and dice < 0.82:
            instead = {"type": "claim", **player, "route": self.rng.choice(list(self.board.route))}
            return {"type": "amend", "entry": self.rng.choice(claims), "with": instead}
        return {"type": "draw", **player}
