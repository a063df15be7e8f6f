"""What every test shares: the fifth game, dropped in from its folder as a user would."""

from __future__ import annotations

from pathlib import Path

import kibitz.games

FIXTURES = Path(__file__).parent / "fixtures"

kibitz.games.__path__.append(str(FIXTURES / "games"))
