"""Problems of requests, and the JSON in which programs get them: `{"code", "message", "version"}`."""

from __future__ import annotations

from typing import Final

from flask import Response, request
from pydantic import BaseModel, ConfigDict

API: Final = "/api/"


class Problem(Exception):
    """Raised where `web` itself refuses a request."""

    def __init__(self, status: int, code: str, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.retry_after = status, code, message, retry_after


class ProblemBody(BaseModel):
    """The JSON of a problem."""

    model_config = ConfigDict(extra="allow")

    code: str
    message: str
    version: int | None = None


def speaks_json() -> bool:
    """Whether the request is of the HTTP interface, so that it must be answered with JSON."""
    return request.path.startswith(API)


def problem_json(
    status: int, code: str, message: str, version: int | None = None, retry_after: str | int | None = None
) -> Response:
    """A problem as an answer to a program."""
    body = ProblemBody(code=code, message=message, version=version)
    answer = Response(body.model_dump_json(exclude_defaults=True), status, content_type="application/json")
    answer.headers["Cache-Control"] = "no-store"
    if retry_after is not None:
        answer.headers["Retry-After"] = str(retry_after)
    if status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer
