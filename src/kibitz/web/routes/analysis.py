"""What a program thinks: of one position, and of every move of a kept game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field

from kibitz.web import shapes
from kibitz.web.analysis import AnalysisDesk, Analyst, Evaluator, Job
from kibitz.web.asking import ERRORS, ByOperator, InHouse
from kibitz.web.faults import Refused

router = APIRouter(prefix="/api", tags=["analysis"], responses=ERRORS)
GameId = Annotated[int, Path(ge=1, le=2**31 - 1)]


class Best(BaseModel):
    move: str
    path: list[int]


class Evaluation(BaseModel):
    value: float
    """The first player's chance to win, 0 to 1; a draw counts half."""
    best: Best | None
    line: list[str]
    note: str
    depth: int
    over: bool


class Judged(BaseModel):
    """One move or roll."""

    ply: int
    seat: shapes.AnySeat
    move: str
    value: float
    """The first player's chance before it."""
    after: float
    loss: float
    """What it gave away of its own player's chance."""
    mark: Literal["", "inaccuracy", "mistake", "blunder"]
    luck: float | None
    """What a roll gave its player."""
    best: Best | None
    line: list[str]


class AnalysisInfo(BaseModel):
    state: Literal["none", "waiting", "running", "done", "stopped", "failed"]
    done: bool
    level: str
    total: int
    problem: str
    plies: list[Judged]


class Level(shapes.Asked):
    level: Annotated[str, Field(max_length=40)] = ""


def _analyst(house: InHouse) -> Analyst:
    found: Analyst | None = house.needs.more.get("analyst")
    if found is None:
        raise Refused(503, "unavailable", "This server was started without an analyst.")
    return found


def _desk(request: Request, house: InHouse) -> AnalysisDesk:
    state = request.app.state
    if not hasattr(state, "analysis_desk"):
        state.analysis_desk = AnalysisDesk(_analyst(house))
    desk: AnalysisDesk = state.analysis_desk
    return desk


@router.get("/evaluate", response_model=Evaluation, dependencies=[ByOperator])
async def evaluate(
    request: Request,
    house: InHouse,
    game: Annotated[str, Query(pattern=shapes.GAME_NAME)],
    setup: Annotated[str, Query(max_length=shapes.LONGEST_SETUP)] = "",
) -> dict[str, Any]:
    """Who stands better in a position, and what should be played."""
    state = request.app.state
    if not hasattr(state, "evaluator"):
        state.evaluator = Evaluator(_analyst(house))
    found = await state.evaluator.evaluate(house.game(game), setup, request.is_disconnected)
    return {
        "value": found["value"],
        "best": _best(found),
        "line": found["line"],
        "note": found["note"],
        "depth": found["depth"],
        "over": found["over"],
    }


@router.post(
    "/archive/{game_id:int}/analysis", response_model=AnalysisInfo, status_code=202, dependencies=[ByOperator]
)
def start(request: Request, house: InHouse, game_id: GameId, asked: Level) -> dict[str, Any]:
    """Begin to judge every move of a game."""
    store = house.needs.store
    summary, record = store.summary(game_id), store.record(game_id)
    game = house.game(record.game)
    known = [level.name for level in house.needs.levels(game)]
    if asked.level and asked.level not in known:
        raise Refused(422, "bad_request", f"{game.title} has no such level; there are {', '.join(known)}.")
    key = game_id, summary.seq, asked.level
    return _shown(_desk(request, house).start(key, game, record, summary.steps))


@router.get("/archive/{game_id:int}/analysis", response_model=AnalysisInfo)
def analysis(request: Request, house: InHouse, game_id: GameId) -> dict[str, Any]:
    """How far the analysis of a game has come, and what it says so far."""
    house.needs.store.summary(game_id)
    return _shown(_desk(request, house).find(game_id))


@router.delete("/archive/{game_id:int}/analysis", status_code=204, dependencies=[ByOperator])
def stop(request: Request, house: InHouse, game_id: GameId) -> None:
    """End an analysis; what it has found stays."""
    house.needs.store.summary(game_id)
    _desk(request, house).stop(game_id)


def _shown(job: Job | None) -> dict[str, Any]:
    if job is None:
        return {"state": "none", "done": False, "level": "", "total": 0, "problem": "", "plies": []}
    return {
        "state": job.phase,
        "done": job.phase == "done",
        "level": job.key[2],
        "total": job.total,
        "problem": job.problem,
        "plies": [_judged(ply) for ply in list(job.plies)],
    }


def _judged(ply: Any) -> dict[str, Any]:
    same = {key: ply[key] for key in ("seat", "move", "value", "after", "loss", "mark", "luck")}
    return same | {"ply": ply["step"], "best": _best(ply["best"]), "line": ply["best"]["line"]}


def _best(found: Any) -> dict[str, Any] | None:
    return {"move": found["move"], "path": list(found["cells"])} if found["move"] else None
