"""Work that may be done elsewhere: how a room that has much to do is handed the means to do it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

I = TypeVar("I")  # noqa: E741 (an item)
O = TypeVar("O")  # noqa: E741 (an outcome)


class Spread(Protocol):
    """Does independent pieces of work: here, on all cores, or on many machines.

    The work is a function of a module, and items and results can be pickled. Each item comes back with its
    result as soon as that is there, in any order; what was lost with a process or a machine is done again.
    """

    def __call__(self, work: Callable[[I], O], items: Iterable[I]) -> Iterator[tuple[I, O]]: ...


def in_turn(work: Callable[[I], O], items: Iterable[I]) -> Iterator[tuple[I, O]]:
    """One piece after the other, here."""
    for item in items:
        yield item, work(item)
