"""Work that goes on while somebody ends a worker."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.work import Spread


def killing(spread: Spread, kill: Callable[[], None], after: int) -> Spread:
    """Ends a worker once, when so many results are in."""
    seen = 0

    def over(work, items):  # type: ignore[no-untyped-def]  # as Spread has it
        nonlocal seen
        for pair in spread(work, items):
            seen += 1
            if seen == after:
                kill()
            yield pair

    return over
