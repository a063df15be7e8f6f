"""The rule sets as data, the source of each rule beside it.

Sources, by the short names used below:
  Finkel     I. Finkel, "On the Rules for the Royal Game of Ur", in Ancient Board Games in Perspective,
             British Museum Press 2007, pp. 16-32; and his game with Tom Scott (British Museum, 2017)
  Bell       R. C. Bell, Board and Table Games from Many Civilizations, rev. ed., Dover 1979
  Masters    J. Masters, "The Royal Game of Ur & The Game of 20 Squares", tradgames.org.uk; mastersgames.com
  Crist      W. Crist, A.-E. Dunn-Vaturi, A. de Voogt, Ancient Egyptians at Play, Bloomsbury 2016
  RoyalUr    GameSettings in RoyalUr-Java (FINKEL, BLITZ, MASTERS, MASTERS_FOUR_DICE, ASEB), and
             royalur.net/blog/masters_2024 for the three dice of Masters
  SPEC       line E2 of our own list: equal to RoyalUr's FINKEL
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kibitz.core.errors import BadRules, UnknownGame, quoted

MOST_PIECES = 7
LONGEST_PATH = 16

FOUR_BINARY = ((0, 1), (1, 4), (2, 6), (3, 4), (4, 1))
"""Each roll and in how many of 16 ways four two-sided dice show it (SPEC E2; RoyalUr FOUR_BINARY)."""

THREE_BINARY_0_IS_4 = ((1, 3), (2, 3), (3, 1), (4, 1))
"""Three two-sided dice, where three blanks move four squares (Masters; RoyalUr THREE_BINARY_0EQ4)."""

Path = tuple[str, ...]


def _path(text: str) -> Path:
    return tuple(text.split())


BELL = (
    _path("d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 h2 h1 g1"),
    _path("d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 h2 h3 g3"),
)
"""Four own squares, eight shared, two own (SPEC E2; Bell; RoyalUr BellPathPair)."""

MASTERS_PATH = (
    _path("d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 g3 h3 h2 h1 g1"),
    _path("d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 g1 h1 h2 h3 g3"),
)
"""Round the small block from the opponent's side: a rosette every four squares (Masters; RoyalUr)."""

ASEB_PATH = (
    _path("d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 h2 i2 j2 k2 l2"),
    _path("d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 h2 i2 j2 k2 l2"),
)
"""Four own squares, then the whole middle row of twelve (Crist; RoyalUr AsebPathPair)."""

UR_ROSETTES = frozenset({"a1", "a3", "d2", "g1", "g3"})  # as on the boards Woolley excavated; RoyalUr
ASEB_ROSETTES = frozenset({"a1", "a3", "d2", "h2", "l2"})  # the marked squares; RoyalUr AsebBoardShape


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything that may differ between two ways of playing; the defaults are SPEC E2 (Finkel)."""

    name: str = "ur"
    title: str = "Royal Game of Ur (Finkel's rules)"
    board: str = "ur"
    """The sheet it is played on: `ur` (4 + 2 columns and the bridge) or `aseb` (4 columns and the tail)."""
    pieces: int = 7
    """Stones a side. SPEC E2, Finkel, Masters: 7; RoyalUr plays Blitz and Aseb with 5."""
    dice: tuple[tuple[int, int], ...] = FOUR_BINARY
    """Each roll with its weight. SPEC E2: 1, 4, 6, 4, 1 of 16."""
    paths: tuple[Path, Path] = BELL
    """The cells each side walks, entry first."""
    rosettes: frozenset[str] = UR_ROSETTES
    """The marked cells. SPEC E2: path squares 4, 8 and 14."""
    safe: frozenset[str] = UR_ROSETTES
    """Cells on which a stone cannot be captured. SPEC E2: the rosettes; RoyalUr's Masters and Blitz: none."""
    rosette_rolls_again: bool = True
    """Landing on a rosette gives another turn (SPEC E2; all sources)."""
    capture_rolls_again: bool = False
    """Capturing gives another turn (RoyalUr: Blitz only)."""
    exact_bear_off: bool = True
    """Leaving the board needs the exact roll (SPEC E2; Masters: "exact throws are needed")."""
    may_decline: bool = False
    """A player who could move may pass. SPEC E3, RoyalUr: the skip exists only when no move does."""

    def __post_init__(self) -> None:
        for wrong, reason in _contradictions(self):
            if wrong:
                raise BadRules(f"The rules {quoted(self.name)} cannot be played: {reason}.")


def _contradictions(r: RuleSet) -> tuple[tuple[bool, str], ...]:
    cells = {cell for path in r.paths for cell in path}
    lengths = {len(path) for path in r.paths}
    values = [value for value, _ in r.dice]
    return (
        (not 1 <= r.pieces <= MOST_PIECES, f"a side has 1 to {MOST_PIECES} stones, not {r.pieces}"),
        (r.board not in ("ur", "aseb"), f"there is no board called {quoted(r.board)}"),
        (len(lengths) != 1 or max(lengths) > LONGEST_PATH, "both paths must be of one length, at most 16"),
        (any(len(set(path)) != len(path) for path in r.paths), "a path may visit a cell only once"),
        (not r.rosettes | r.safe <= cells, "every rosette and safe cell must lie on a path"),
        (values != sorted(set(values)) or not all(0 <= v <= 9 for v in values), "rolls are 0 to 9, rising"),
        (not all(weight > 0 for _, weight in r.dice), "every roll needs a chance above nothing"),
        (max(values, default=0) < 1, "the dice must be able to show more than 0"),
    )


FINKEL = RuleSet()
MASTERS = RuleSet(
    name="ur/masters",
    title="Royal Game of Ur (James Masters' rules)",
    dice=THREE_BINARY_0_IS_4,
    paths=MASTERS_PATH,
    safe=frozenset(),
)
MASTERS_FOUR_DICE = replace(
    MASTERS, name="ur/masters4", title="Royal Game of Ur (Masters' rules, four dice)", dice=FOUR_BINARY
)
BLITZ = replace(
    MASTERS_FOUR_DICE,
    name="ur/blitz",
    title="Royal Game of Ur (Blitz)",
    pieces=5,
    capture_rolls_again=True,
)
ASEB = RuleSet(
    name="ur/aseb",
    title="Aseb, the game of twenty squares",
    board="aseb",
    pieces=5,
    paths=ASEB_PATH,
    rosettes=ASEB_ROSETTES,
    safe=ASEB_ROSETTES,
)

RULESETS = {
    "finkel": FINKEL,
    "masters": MASTERS,
    "masters4": MASTERS_FOUR_DICE,
    "blitz": BLITZ,
    "aseb": ASEB,
}


_NAME = re.compile(r"([a-z0-9]+)(?:-([1-7]))?(-decline)?")


def by_name(rest: str) -> RuleSet:
    """The rules for the name after the slash: a rule set, then `-<stones>` and `-decline` as switches."""
    found = _NAME.fullmatch(rest or "finkel")
    if found is None or found[1] not in RULESETS:
        raise UnknownGame(
            f"Ur has no rule set called {quoted(rest)}; there are {', '.join(RULESETS)}, each also with "
            "'-1' to '-7' (stones a side) and '-decline' (a player may decline a move) behind it."
        )
    rules, stones, decline = RULESETS[found[1]], found[2], found[3]
    if stones:
        title = f"{rules.title}, {stones} a side"
        rules = replace(rules, name=f"ur/{found[1]}-{stones}", title=title, pieces=int(stones))
    if decline:
        name = f"ur/{found[1]}{f'-{stones}' if stones else ''}-decline"
        rules = replace(rules, name=name, title=f"{rules.title}, moves may be declined", may_decline=True)
    return rules
