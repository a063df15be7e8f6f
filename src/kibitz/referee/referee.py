"""The referee: sums what is seen, asks which legal look explains it best, and rules when it is sure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import Cell
from kibitz.core.game import Explains, Game, M, P, Reason
from kibitz.core.look import Look, look_of
from kibitz.core.observation import Observation
from kibitz.core.ruling import (
    Ambiguous,
    Played,
    Restored,
    Ruling,
    TakenBack,
    Turned,
    Underway,
    Unexplained,
    Waiting,
)
from kibitz.referee.alarm import Alarm
from kibitz.referee.evidence import Evidence
from kibitz.referee.hands import Hands
from kibitz.referee.hypotheses import (
    NO_HAND,
    Hypotheses,
    Hypothesis,
    Means,
    Ranked,
    after,
    distinct,
    far,
    half_turn,
    near,
)
from kibitz.referee.lines import Line, left_behind, tolerated
from kibitz.referee.patience import TIMES, Patience
from kibitz.referee.standing import Standing

EMPTY = 0  # `faces[0]` of every game


class Referee(Generic[P, M]):
    """Follows one game. `see` each observation; `tell` moves made elsewhere; `restart` where all is lost."""

    def __init__(
        self,
        game: Game[P, M],
        position: P,
        *,
        earlier: tuple[P, ...] = (),
        patience: Patience | None = None,
        one_by_one: bool = False,
    ) -> None:
        """`one_by_one` takes nothing but the next move: no two at once, none taken back, no turned board."""
        self._game, self._patience = game, patience or Patience()
        self._one_by_one, self._take_backs = one_by_one, 0 if one_by_one else 2
        self._evidence = Evidence(game.plan, len(game.faces))
        self._order: tuple[Cell, ...] | None = None
        self._last_at: float | None = None
        self._far_known: tuple[Look, Hypotheses[P, M]] | None = None
        self._expected: M | None = None
        self._board = np.array([not cell.tray for cell in game.plan.cells])
        self._hands = Hands(self._evidence, self._patience)
        self._standing = Standing(game.plan, self._evidence, self._hands, self._patience)
        self._stand(position, list(earlier))

    @property
    def position(self) -> P:
        """The last good position."""
        return self._position

    @property
    def wrong(self) -> bool:
        """Whether the board has been ruled wrong and not yet put right."""
        return self._wrong.on

    def see(self, seen: Observation) -> Ruling[M]:
        """Take one observation in and say what follows from all of them."""
        seen = self._turned_back(seen)
        elapsed = self._elapsed(seen.at)
        if self._hands.over(seen, self._current, elapsed):
            self._hand = True
            self._wrong.interrupted()
            return Waiting("covered")
        self._evidence.add(seen, elapsed)
        self._evidence.date(self._current, seen.at)
        return self._judge(elapsed)

    def upright(self, look: Look) -> Look:
        """A look as the camera reads it, turned the way the board is read."""
        return look if self._order is None else look_of(look[cell] for cell in self._order)

    def tell(self, move: M) -> None:
        """A move was made elsewhere (on a screen): the board is expected to follow."""
        after_move = self._game.play(self._position, move)
        self._stand(after_move, [*self._earlier, self._position])
        self._behind = self._game.look(after_move) != self._game.look(self._earlier[-1])

    def expect(self, move: M | None) -> None:
        """Only this move will do (a bot's, to be made on the board); None: any."""
        self._expected = move

    def object_to(self, look: Look) -> Unexplained:
        """Whoever uses the referee is stricter than the rules: this look is refused."""
        return self._alarm(look)

    def restart(self, position: P) -> None:
        """This is the position now."""
        self._stand(position, [])
        self._evidence.forget()

    # --- the state between two rulings

    @property
    def _current(self) -> Look:
        """What the last good position shows."""
        return self._standing.current

    def _stand(self, position: P, earlier: list[P]) -> None:
        self._position, self._earlier = position, earlier
        self._standing.current = self._game.look(position)
        self._shown = np.frombuffer(self._current, np.uint8)
        self._near: Hypotheses[P, M] = near(
            self._game, position, earlier[len(earlier) - min(self._take_backs, len(earlier)) :]
        )
        self._open: Hypotheses[P, M] | None = None
        self._open_line: Line[P, M] | None = None
        self._expected = None
        self._far_known = None
        self._underway: Look | None = None
        self._late: dict[Cell, int] = {}
        self._hand = self._asked = self._behind = False
        self._evidence.ruled()
        self._wrong = Alarm(self._standing, self._evidence, self._patience)

    def _elapsed(self, at: float) -> float:
        """The time a frame stands for; of the first nobody knows yet whether it is a still."""
        most, last_at = self._patience.still_s, at if self._last_at is None else self._last_at
        elapsed = min(max(at - last_at, 0.01), most)
        self._last_at, self._standing.stills = at, elapsed >= most
        return elapsed

    def _turned_back(self, seen: Observation) -> Observation:
        if self._order is None:
            return seen
        order = list(self._order)
        return Observation(seen.logp[order], seen.seen[order], seen.at, seen.frame_id)

    # --- judging

    def _judge(self, elapsed: float) -> Ruling[M]:
        ranked = self._ranked(self._near, *([self._open] if self._open else []))
        if self._standing.contradicted(ranked[0][1]).any() and not self._one_by_one:
            ranked = sorted([*ranked, *self._ranked(self._far())], key=lambda pair: pair[2])
        best, lack, _ = ranked[0]
        if self._wrong.on:
            return self._put_right(ranked, elapsed)
        if self._standing.contradicted(lack).any() and not self._standing.all_but_misread(best, lack):
            return self._unexplained(best, lack)
        if self._behind and best.means is Means.BACK:
            return Waiting("behind")
        if best.means is Means.STILL:
            self._behind = False
            self._settle_late()
            self._underway = None if best.look == self._current else self._underway
            return Waiting()
        if best.means is Means.TWO and (first := self._first_of(best)):
            return self._advance(first)
        if not self._standing.steady(best.look, times=TIMES.get(best.means, 1.0)):
            return Waiting("settling")
        return self._rule(best, ranked)

    def _first_of(self, two: Hypothesis[P, M]) -> Hypothesis[P, M] | None:
        """Of two moves after one hand, the first, if the second is one cell that may be misread."""
        begun = [h for h in self._near.all if h.means is Means.MOVE and not h.open and _begins(h, two)]
        if len(begun) != 1 or self._expected is not None:
            return None
        moved, both = self._standing.changed(begun[0].look), self._standing.changed(two.look)
        lone = len(both) == len(moved) + 1 and set(moved) < set(both)
        before = bool((self._evidence.since[moved] < self._hands.came_at).all())
        if not lone or before or not self._standing.touched(moved):
            return None
        return begun[0] if self._standing.steady(begun[0].look, times=1.5) else None

    def _ranked(self, *groups: Hypotheses[P, M]) -> Ranked[P, M]:
        """Hypotheses with what each cell holds against them, the best first."""
        found = []
        for group in groups:
            if not group.all:
                continue
            lack = self._evidence.lack(group.looks)
            for cell, other in self._late.items():
                alike = group.looks[:, cell] == self._current[cell]
                total = self._evidence.total[cell]
                instead = total.max() - max(total[other], total[EMPTY])  # exchanged any moment now
                lack[alike, cell] = np.minimum(lack[alike, cell], instead)
            lack[:, self._hands.cup] = 0.0
            untouched = (group.looks != self._shown) & ~self._evidence.touched & self._board
            sums = lack.sum(axis=1) + NO_HAND * (untouched.any(axis=1) & self._hand)
            found += [(h, lack[i], sums[i] + h.cost) for i, h in enumerate(group.all)]
        return sorted(found, key=lambda pair: pair[2])

    def _far(self) -> Hypotheses[P, M]:
        """Lines of two moves; worked out once for what is seen, not for every frame that shows it."""
        seen = self._evidence.favourite(self._current)
        if self._far_known is None or self._far_known[0] != seen:
            self._far_known = seen, self._two_moves(seen)
        return self._far_known[1]

    def _two_moves(self, seen: Look) -> Hypotheses[P, M]:
        changed = {i for i, (a, b) in enumerate(zip(seen, self._current, strict=True)) if a != b}

        def likely(look: Look) -> bool:
            return any(look[cell] != self._current[cell] for cell in changed)

        since = self._evidence.since.tolist()
        return far(self._game, self._position, self._near, seen, since, likely)

    def _rule(self, best: Hypothesis[P, M], ranked: Ranked[P, M]) -> Ruling[M]:
        margin = self._patience.margin / 2 if self._standing.stills else self._patience.margin
        rivals = [h for h, _, cost in ranked[1:] if cost - ranked[0][2] < margin]
        if best.means is Means.BACK:
            return Waiting("unclear") if rivals else self._take_back(best.plies)
        if best.means is Means.TURNED:
            return Waiting("unclear") if rivals else self._turn()
        lines = distinct([best, *rivals])
        if len(lines) > 1 and best.means is not Means.STAGE:
            return self._ask(best, lines, rivals)
        if any(h.means is not Means.STAGE and h.lines != best.lines for h in rivals):
            return Waiting("unclear")
        if self._expected is not None and all(line.moves[-1] != self._expected for line in best.lines):
            return self._not_expected(best)
        return self._advance(best)

    def _ask(
        self, best: Hypothesis[P, M], lines: tuple[tuple[M, ...], ...], rivals: list[Hypothesis[P, M]]
    ) -> Ruling[M]:
        """Several lines look the same: after a moment, the players are asked, once."""
        if any(h.means in (Means.STILL, Means.BACK) for h in rivals):
            return Waiting("unclear")
        stood = min(
            s for s, a, b in zip(self._evidence.steady_s, best.look, self._current, strict=True) if a != b
        )
        if stood < self._patience.ask_s or self._asked:
            return Waiting("unclear")
        self._asked = True
        return Ambiguous(lines)

    def _advance(self, best: Hypothesis[P, M]) -> Ruling[M]:
        line = best.lines[0]
        over = self._game.outcome(line.end) is not None
        if best.means is Means.STAGE or (best.open and not over):
            return self._close_open(line) or self._go_on(best)
        self._move_on(line)
        return Played(line.moves)

    def _move_on(self, line: Line[P, M]) -> None:
        """Stand at the end of a line; crowns that are still due stay due where their pieces stand."""
        before, late = self._current, self._late
        self._stand(line.end, [*self._earlier, *left_behind(self._game, self._position, line.moves)])
        self._late = {c: f for c, f in late.items() if self._current[c] == before[c]} | self._lateness(line)

    def _close_open(self, line: Line[P, M]) -> Ruling[M] | None:
        """When the opponent has begun to move, the open move before is complete."""
        done = self._open_line
        if done is None or len(line.moves) <= len(done.moves) or line.moves[: len(done.moves)] != done.moves:
            return None
        self._move_on(done)
        self._hand = True
        return Played(done.moves)

    def _go_on(self, best: Hypothesis[P, M]) -> Ruling[M]:
        """A move has begun: said once for every new look of it."""
        if best.look == self._underway:
            return Waiting("underway")
        self._underway = best.look
        if best.open and best.means is Means.MOVE:
            self._open_line = best.lines[0]
            self._open = after(self._game, best.lines[0])
        candidates = dict.fromkeys(line.moves[-1] for line in best.lines)
        return Underway(best.look, tuple(candidates))

    def _lateness(self, line: Line[P, M]) -> dict[Cell, int]:
        """Cells that may go on showing another face than the position's: a man not yet crowned."""
        return {
            cell: face
            for look in tolerated(self._game, line)
            for cell, face in enumerate(look)
            if face != self._current[cell]
        }

    def _settle_late(self) -> None:
        for cell in list(self._late):
            total = self._evidence.total[cell]
            if total[self._current[cell]] - total[self._late[cell]] > self._patience.margin:
                del self._late[cell]

    def _take_back(self, plies: int) -> Ruling[M]:
        kept = self._earlier[: len(self._earlier) - plies]
        self._stand(self._earlier[-plies], kept)
        return TakenBack(plies)

    def _turn(self) -> Ruling[M]:
        self._order = None if self._order else half_turn(self._game.plan)
        self._evidence.forget()
        return Turned()

    # --- when nothing explains it

    def _unexplained(self, best: Hypothesis[P, M], lack: NDArray[np.float64]) -> Ruling[M]:
        """No legal look fits: an alarm, once it has stood long enough to be no misreading."""
        against = self._standing.against(best, lack)
        if against is None:
            return Waiting("unclear")
        moved = [cell for cell in self._standing.changed(best.look) if cell not in against]
        self._wrong.earlier = [cell for cell in moved if self._evidence.since[cell] < self._hands.came_at]
        return self._alarm(self._evidence.favourite(self._current), doubted=against)

    def _alarm(self, seen: Look, reason: Reason | None = None, doubted: Sequence[Cell] = ()) -> Unexplained:
        cells = tuple(
            i
            for i, (a, b) in enumerate(zip(seen, self._current, strict=True))
            if a != b
            and not self._hands.left_out[i]
            and i not in self._wrong.earlier
            and not (i in self._late and a in (EMPTY, self._late[i]))
        )
        if reason is None:
            reason = self._reason(seen, cells)
        self._hand = False
        self._wrong.begin(cells, doubted)
        return Unexplained(cells, reason, seen)

    def _reason(self, seen: Look, cells: tuple[Cell, ...]) -> Reason:
        if isinstance(self._game, Explains):
            return self._game.why_not(self._position, seen)
        return Reason("invalid-move", cells)

    def _not_expected(self, best: Hypothesis[P, M]) -> Ruling[M]:
        if best.means is Means.STAGE:
            return Waiting("unclear")
        return self._alarm(
            best.look, Reason("not-the-expected-move", rule="The move that was announced is due.")
        )

    def _put_right(self, ranked: Ranked[P, M], elapsed: float) -> Ruling[M]:
        """After an alarm the last good position resumes play; a legal look is accepted, too, in time."""
        best, lack, _ = ranked[0]
        fits = not self._standing.contradicted(lack).any()
        self._wrong.look_at(fits, elapsed)
        if (before := self._wrong.righted(ranked, self._underway)) is not None:
            return self._restored(before)
        if fits and (best.means is Means.STILL or best.look == self._underway):
            return Waiting("settling")
        legal = fits and best.means in (Means.MOVE, Means.TWO, Means.MANY)
        legal = legal and not best.open and len(best.lines) == 1
        legal = legal and self._expected in (None, best.lines[0].moves[-1])
        if self._wrong.forgiven(best, legal, self._hand, elapsed):
            self._wrong.on = False
            return self._advance(best)
        return Waiting("wrong")

    def _restored(self, before: Hypothesis[P, M]) -> Ruling[M]:
        """Play goes on; what a hand does from now on is new."""
        self._wrong.on = self._hand = False
        self._underway = before.look if before.look == self._underway else None
        self._evidence.ruled()
        self._evidence.touched[self._wrong.earlier] = True
        return Restored()


def _begins(first: Hypothesis[P, M], two: Hypothesis[P, M]) -> bool:
    """Whether every line of the second begins with the only line of the first."""
    if len(first.lines) != 1:
        return False
    moves = first.lines[0].moves
    return all(line.moves[: len(moves)] == moves for line in two.lines)
