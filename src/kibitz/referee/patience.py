"""How long what is seen must stand before it is believed."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.referee.hypotheses import Means


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a look must stand before it is believed; a lone still picture is believed at once."""

    move_s: float = 0.25  # three frames at ten a second: one bad frame decides nothing
    wrong_s: float = 0.4  # longer for an alarm, within the half second a player waits gladly
    lone_s: float = 1.2  # one wrong cell may be a misreading that passes
    no_hand: float = 3.0  # times longer when no hand was seen: pieces seldom move by themselves
    walked_s: float = 2.4  # a lone legal change without a hand; a misreading is nearly always over by then
    doubt: float = 4.0  # nats by which a cell contradicts a look
    margin: float = 4.0  # nats between the best meaning and the next
    ask_s: float = 0.75  # after this, lines that look alike are put to the players
    forgive_s: float | None = (
        3.0  # after an alarm, a legal look that stands this long is accepted; None: never
    )
    covered_s: float = 2.0  # a few cells covered this long (a cup) are left out instead of waited for
    covered_cells: int = 3
    still_s: float = 0.5  # frames this far apart are stills: none better will come


TIMES = {Means.BACK: 2.0, Means.TURNED: 2.0, Means.TWO: 3.0, Means.MANY: 3.0}
"""How much longer a look must stand that means something rare."""
