"""Where a table puts what happens before anyone is shown it."""

from __future__ import annotations

from typing import Protocol

from kibitz.core.errors import KibitzError
from kibitz.core.record import Entry


class Keeper(Protocol):
    """Where entries go before anyone is shown them; when `append` returns, the entry survives a crash."""

    def append(self, entry: Entry) -> None: ...


class Nowhere:
    """Keeps nothing: for tests and demonstrations."""

    def append(self, entry: Entry) -> None:
        """Let it go."""


class Stale(KibitzError):
    """An action was made against an older state of the game."""
