"""Who may do what: this machine's browser, or whoever holds a token."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Access:
    """How requests are let in."""

    lan: bool = False
    names: frozenset[str] = field(default_factory=frozenset)
    """Further host names by which this machine is called in the local network."""
