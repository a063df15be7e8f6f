"""What can go wrong with the archive itself.

KibitzError
└── ArchiveFault        the database cannot be opened, read or written
    ├── NoSuchGame      no game has that number
    └── StaleEntry      the game has gone on since the caller last looked
"""

from __future__ import annotations

from kibitz.core.errors import KibitzError


class ArchiveFault(KibitzError):
    """The archive cannot do what was asked; what it holds is untouched."""


class NoSuchGame(ArchiveFault):
    """No game in the archive has this number."""


class StaleEntry(ArchiveFault):
    """An entry was made against an older state of the game."""
