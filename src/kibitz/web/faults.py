"""The one error shape: a code, one sentence, and the cells it is about."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from kibitz.archive.faults import ArchiveFault, NoSuchGame, StaleEntry
from kibitz.core.errors import (
    BadFile,
    BadPicture,
    BadRules,
    BadSetting,
    BadSetup,
    CameraFault,
    EngineFault,
    KibitzError,
    MoveError,
    UnknownGame,
    quoted,
)
from kibitz.table.keeper import Stale

log = logging.getLogger("kibitz.web")


class Refused(KibitzError):
    """A request that is answered with a code and a status of its own."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


KNOWN: tuple[tuple[type[KibitzError], int, str], ...] = (
    (Stale, 409, "stale"),
    (StaleEntry, 409, "stale"),
    (NoSuchGame, 404, "not_found"),
    (ArchiveFault, 503, "archive"),
    (UnknownGame, 404, "not_found"),
    (MoveError, 422, "illegal_move"),
    (BadSetup, 422, "bad_setup"),
    (BadRules, 422, "bad_rules"),
    (BadFile, 422, "bad_file"),
    (BadPicture, 422, "bad_picture"),
    (CameraFault, 503, "camera"),
    (EngineFault, 503, "engine"),
    (BadSetting, 422, "bad_request"),
    (KibitzError, 422, "bad_request"),
)
"""The first that fits gives status and code."""

_BY_STATUS = {
    401: "forbidden",
    403: "forbidden",
    404: "not_found",
    405: "bad_method",
    413: "too_large",
    415: "bad_request",
    422: "bad_request",
    503: "unavailable",
}
_SAID = {
    404: "There is nothing at this address.",
    405: "This address does not answer to that method.",
}


def body(code: str, message: str, cells: Sequence[int] = ()) -> dict[str, Any]:
    """An error as JSON data."""
    return {"error": {"code": code, "message": message, "cells": list(cells)}}


def answer(
    status: int, code: str, message: str, cells: Sequence[int] = (), headers: dict[str, str] | None = None
) -> Response:
    """An error as an HTTP answer."""
    text = json.dumps(body(code, message, cells), ensure_ascii=True)
    return Response(text, status, headers, media_type="application/json")


def told(error: Exception) -> tuple[int, str, str]:
    """Status, code and sentence of an error; what is not ours is logged and told in general words."""
    if isinstance(error, Refused):
        return error.status, error.code, str(error)
    for kind, status, code in KNOWN:
        if isinstance(error, kind):
            return status, code, str(error)
    log.error("a fault of the program", exc_info=error)
    return 500, "fault", "Something went wrong inside Kibitz; the log of the program says what."


def told_as_body(error: Exception) -> dict[str, Any]:
    """An error as JSON data, for WebSockets."""
    _, code, message = told(error)
    return body(code, message)["error"]  # type: ignore[no-any-return]  # a dict of dicts


def install(app: FastAPI) -> None:
    """Let every failure of a route leave in the one shape."""
    app.add_exception_handler(KibitzError, _known)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(Exception, _known)


def _known(_: Request, error: Exception) -> Response:
    status, code, message = told(error)
    return answer(status, code, message)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = 422 if error.status_code == 400 else error.status_code
    if status == 405:
        return nothing_here(request.app, request.url.path, request.method)
    message = _SAID.get(status) or str(error.detail)
    return answer(status, _BY_STATUS.get(status, "bad_request"), message, headers=dict(error.headers or {}))


def nothing_here(app: FastAPI, path: str, method: str) -> Response:
    """The answer for an address without a route: no such address, or no such method there."""
    methods = methods_at(app, path)
    if not methods or method in methods:
        return answer(404, "not_found", _SAID[404])
    return answer(405, "bad_method", _SAID[405], headers={"allow": ", ".join(methods)})


def methods_at(app: FastAPI, path: str) -> list[str]:
    """The methods that an address answers to."""
    if not path.startswith("/api/"):
        return ["GET", "HEAD"]
    routes = [route for router in app.state.routers for route in router.routes]
    here = [route for route in routes if isinstance(route, APIRoute) and route.path_regex.fullmatch(path)]
    return sorted({method for route in here for method in route.methods or ()})


def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")[:80]
    reason = str(first["msg"])[:200]
    message = f"{quoted(place)}: {reason}." if place else f"The request cannot be read: {reason}."
    return answer(422, "bad_request", message)
