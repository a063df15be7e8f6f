"""The test board (SPEC D9): any position set by hand, and what the referee says to it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Request

from kibitz.core.errors import BadSetup
from kibitz.core.game import Seat
from kibitz.core.look import Look
from kibitz.table.sandbox import Sandbox
from kibitz.web import shapes_sandbox as shapes
from kibitz.web.asking import ERRORS, ByOperator, InHouse
from kibitz.web.sandboxes import Sandboxes

router = APIRouter(prefix="/api/sandbox", tags=["test board"], responses=ERRORS, dependencies=[ByOperator])


def boards_of(request: Request) -> Sandboxes:
    """The test boards of this server."""
    state = request.app.state
    if not hasattr(state, "sandboxes"):
        state.sandboxes = Sandboxes()
    found: Sandboxes = state.sandboxes
    return found


@router.post("", response_model=shapes.BoardState, status_code=201)
def create(request: Request, house: InHouse, asked: shapes.NewBoard) -> dict[str, Any]:
    """A new test board."""
    name, board = boards_of(request).create(house.game(asked.game), asked.language)
    if asked.setup:
        board.sandbox.set_up(asked.setup)
    return _shown(name, board.sandbox)


@router.post("/{board_id}", response_model=shapes.BoardState)
def act(
    request: Request,
    board_id: Annotated[str, Path(pattern=r"^[0-9a-f]{12}$")],
    action: Annotated[shapes.Action, Body()],
) -> dict[str, Any]:
    """Press one of the buttons of a test board."""
    board = boards_of(request).find(board_id)
    with board.lock:
        turn = _acted(board.sandbox, action)
        return _shown(board_id, board.sandbox, turn)


def _acted(board: Sandbox, action: shapes.Action) -> Seat | None:
    """Do it; the player to move where the request names one."""
    match action:
        case shapes.Move():
            board.move(_look(action.look))
        case shapes.Back():
            board.back()
        case shapes.SetInit():
            board.set_init(_look(action.look), Seat(action.turn))
        case shapes.Init():
            board.init()
        case shapes.Clear():
            board.clear()
        case shapes.InitAndValid():
            board.init_and_valid(_look(action.look))
        case shapes.SetUp():
            board.set_up(action.setup)
        case shapes.Describe():
            board.look = board.fitting(_look(action.look))
            return Seat(action.turn)
    return None


def _look(faces: list[int]) -> Look:
    return Look(bytes(faces))


def _shown(name: str, board: Sandbox, turn: Seat | None = None) -> dict[str, Any]:
    setup, problem = _written(board, turn)
    return {
        "id": name,
        "game": board.game.name,
        "look": list(board.look),
        "log": [
            {"number": line.number, "text": line.text, "good": line.good} for line in reversed(board.log)
        ],
        "console": list(board.console),
        "setup": setup,
        "problem": problem,
        "good_setup": board.setup,
        "turn": board.turn,
        "wrong": board.wrong,
        "cells": list(board.differing),
    }


def _written(board: Sandbox, turn: Seat | None) -> tuple[str, str]:
    """The board shown as a setup, and why there is none: untouched, it is the last good position."""
    if not board.differing and turn in (None, board.turn):
        return board.setup, ""
    seat = turn or (board.turn if board.turn is not Seat.CHANCE else Seat.FIRST)
    try:
        return board.written(board.look, seat), ""
    except BadSetup as error:
        return "", str(error)
