"""`--workers` and `--scheduler`: where a command does its work."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

import typer

from kibitz.core.work import I, O, Spread

Workers: TypeAlias = Annotated[
    int | None, typer.Option(help="How many processes of this machine do the work.", min=1, max=256)
]
Scheduler: TypeAlias = Annotated[
    str, typer.Option(help="A Dask scheduler (tcp://HOST:8786) whose workers do the work.")
]


@dataclass(frozen=True, slots=True)
class Parcel:
    """A call on its way to another process, closed until the settings' games can be found there."""

    number: int
    data: bytes


def spreading(scheduler: str = "", workers: int | None = None) -> Spread:
    """The means to do work: on a cluster, else in processes here (none: one a core)."""

    def over(work: Callable[[I], O], items: Iterable[I]) -> Iterator[tuple[I, O]]:
        from kibitz.work.spread import spread

        sent: dict[int, I] = {}
        for parcel, result in spread(opened, _parcels(work, items, sent), scheduler, workers=workers):
            yield sent.pop(parcel.number), result

    return over


def _parcels(work: Callable[[I], O], items: Iterable[I], sent: dict[int, I]) -> Iterator[Parcel]:
    for number, item in enumerate(items):
        sent[number] = item
        yield Parcel(number, pickle.dumps((work, item)))


def opened(parcel: Parcel) -> Any:
    """Do what a parcel asks for."""
    from kibitz.cli.chosen import further_games

    further_games()
    work, item = pickle.loads(parcel.data)
    return work(item)
