"""What routes ask the request for: the house, and who is asking."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from kibitz.web import shapes
from kibitz.web.faults import Refused
from kibitz.web.house import House
from kibitz.web.seated import Seated


def house_of(connection: HTTPConnection) -> House:
    """The house that the application was made with."""
    house: House = connection.app.state.house
    return house


def role_of(connection: HTTPConnection) -> str:
    """`operator`, `spectator`, `phone` or nobody (empty), as the guard found."""
    return str(connection.scope.get("kibitz.role", ""))


def operator(connection: HTTPConnection) -> None:
    """Only an operator may; raises otherwise."""
    if role_of(connection) != "operator":
        raise Refused(403, "forbidden", "Only an operator may do this; open the operator's link.")


TableId: TypeAlias = Annotated[str, Path(pattern=shapes.TABLE_ID)]


async def seated_of(connection: HTTPConnection, table_id: TableId) -> Seated:
    """The table that the address names."""
    return await house_of(connection).opened(table_id)


InHouse: TypeAlias = Annotated[House, Depends(house_of)]
AtTable: TypeAlias = Annotated[Seated, Depends(seated_of)]
Role: TypeAlias = Annotated[str, Depends(role_of)]
ByOperator = Depends(operator)

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": shapes.Error, "description": said}
    for status, said in {
        403: "The role does not allow it.",
        404: "There is no such thing.",
        409: "The game has gone on since.",
        413: "The request is too large.",
        422: "The request cannot be read or carried out.",
        503: "Not now.",
    }.items()
}
