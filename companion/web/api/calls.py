"""Declaring the calls of the interface. Both the route and the OpenAPI description are made from the declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, TypeVar

from flask import Response, request
from pydantic import BaseModel

from companion import i18n
from companion.host.streams import Live
from companion.i18n import gettext as _
from companion.play import View
from companion.play.keys import Device
from companion.play.tables import Tables
from companion.sheet.pool import Printer
from companion.web.api.body import LARGEST, members, read
from companion.web.problems import Problem
from companion.web.this_device import known_device

Function = Callable[..., BaseModel | Response | None]
F = TypeVar("F", bound=Function)

JSON: Final = "application/json"
MOST_DIGITS: Final = 9  # of a number in a query
NOTHING: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType({})
PRIVATE: Final = {"Cache-Control": "no-store", "Vary": "Cookie, Authorization"}


class Who(Enum):
    """Who may make a call. Use-cases enforce it; this is the declaration for the description, with its refusals."""

    ANYBODY = "anybody"
    DEVICE = "a device with a token or cookie; at a table, one that has joined it"
    PLAYER = "a player, or the maker"
    SEAT = "the device that holds the seat"
    MAKER = "the maker"

    @property
    def errors(self) -> tuple[int, ...]:
        """The statuses with which everybody else is refused."""
        if self is Who.ANYBODY:
            return ()
        return (401, 404) if self is Who.DEVICE else (401, 403, 404)


@dataclass(frozen=True)
class Services:
    """What calls use: the use-cases, the live streams, and the process that makes PDFs."""

    tables: Tables
    live: Live
    printer: Printer


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call: where it is, who may make it, what it takes, what it answers and refuses with, and its function.

    The function is passed the services, and by keyword the parts of the path, the `device` (unless anybody may call),
    the `body` where a request model is declared, and the whole numbers of the query. It returns an instance of one of
    the answer models, which decides the status. Its docstring is the description of the call.
    """

    function: Function
    method: str
    path: str  # as Flask has it, below /api
    who: Who
    request: type[BaseModel] | None
    checked: bool  # False: `body` is a plain object, which the use-case checks, since that depends on the game
    largest: int  # bytes of the body
    query: Mapping[str, Mapping[str, Any]]  # of each parameter its description and schema, as OpenAPI has them
    answers: Mapping[int, type[BaseModel] | None]
    errors: tuple[int, ...]  # besides those that follow from `who` and `request`
    # The function is passed `game`, as the device may see it; it isn't called if the device has this version already.
    versioned: bool
    public: bool  # caches may keep the answer
    content_type: str

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def summary(self) -> str:
        return " ".join((self.function.__doc__ or "").split())

    @property
    def numbers(self) -> list[str]:
        """The parameters of the query that are whole numbers, which the function is passed by keyword."""
        return [name for name, parameter in self.query.items() if parameter["schema"]["type"] == "integer"]

    def status_of(self, answer: BaseModel | None) -> int:
        """The status declared for an answer's model."""
        kind = None if answer is None else type(answer)
        return next(status for status, model in self.answers.items() if model is kind and status != 304)


class Calls(list[Call]):
    """The calls of a module, in the order of their functions."""

    def add(
        self,
        *,
        method: str,
        path: str,
        who: Who,
        request: type[BaseModel] | None = None,
        checked: bool = True,
        largest: int = LARGEST,
        query: Mapping[str, Mapping[str, Any]] = NOTHING,
        answers: Mapping[int, type[BaseModel] | None],
        errors: tuple[int, ...] = (),
        versioned: bool = False,
        public: bool = False,
        content_type: str = JSON,
    ) -> Callable[[F], F]:
        """Declares the function below as a call; `Call` says what each keyword means."""

        def declare(function: F) -> F:
            """Adds the function below to the calls."""
            call = Call(
                function=function,
                method=method,
                path=path,
                who=who,
                request=request,
                checked=checked,
                largest=largest,
                query=query,
                answers=answers,
                errors=errors,
                versioned=versioned,
                public=public,
                content_type=content_type,
            )
            self.append(call)
            return function

        return declare


def respond(call: Call, services: Services, **path: str) -> Response:
    """Answers the current request: reads what was sent and calls the function."""
    arguments: dict[str, Any] = {**path}
    if call.who is not Who.ANYBODY:
        arguments["device"] = asking_device()
    if call.request is not None:
        arguments["body"] = read(call.request, call.largest) if call.checked else members(call.largest)
    if call.versioned:
        arguments["game"] = services.tables.view(arguments.pop("table"), arguments.pop("device"))
    arguments |= {name: _whole_number(name) for name in call.numbers}
    if call.versioned:
        return _versioned_response(arguments["game"], lambda: call.function(services, **arguments))
    answer = call.function(services, **arguments)
    if isinstance(answer, Response):
        return answer
    status = call.status_of(answer)
    return _public_response(answer) if call.public else json_response(answer, status)


def json_response(answer: BaseModel | None, status: int = 200) -> Response:
    """An answer as JSON that no cache may store."""
    return Response(_json(answer), status, headers=PRIVATE, content_type=JSON if answer is not None else None)


def asking_device() -> Device:
    """The device that made the request; 401 without a token or cookie."""
    device = known_device()
    if device is None:
        raise Problem(401, "no-token", _("This needs a token: Authorization: Bearer TOKEN."))
    return device


def _versioned_response(game: View, make: Callable[[], Any]) -> Response:
    """What `make` answers about this version of a table; 304 without calling it where the device has that already."""
    answer = Response(headers=PRIVATE, content_type=JSON)
    language = "" if i18n.language() == i18n.ENGLISH else f"-{i18n.language()}"
    tag = f"{game.version}-{game.mark}{language}"
    answer.set_etag(tag, weak=True)
    if request.if_none_match.contains_weak(tag):
        answer.status_code = 304
    else:
        answer.set_data(_json(make()))
    return answer


def _public_response(answer: BaseModel | None) -> Response:
    """An answer that is the same for everybody; 304 where the caller has it already."""
    response = Response(_json(answer), content_type=JSON)
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


def _json(answer: BaseModel | None) -> str:
    """The JSON of an answer, without members that have their defaults."""
    return answer.model_dump_json(by_alias=True, exclude_defaults=True) if answer is not None else ""


def _whole_number(name: str) -> int | None:
    """A whole number in the query, or None where it is missing; 422 where it is wrong."""
    if name not in request.args:
        return None
    given = request.args[name]
    if not (given.isascii() and given.isdigit() and len(given) <= MOST_DIGITS):
        raise Problem(422, "wrong-value", _("“{member}” must be a whole number.").format(member=name))
    return int(given)
