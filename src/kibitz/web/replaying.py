"""A kept game as a page replays it: every position that counts, with its move, its time and its notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from kibitz.core.game import AnyGame, Remarks
from kibitz.core.record import Entry, GameRecord, Kind, Step, replay
from kibitz.web.showing import outcome_data

MOST_STEPS = 3000
"""A page holds so many positions with ease; nobody has played a longer game."""
LONGEST_NOTE = 2000


@dataclass
class Standing:
    """An entry that made a position which still counts, and the notes written there."""

    entry: Entry | None
    notes: list[Entry] = field(default_factory=list)


def standing(record: GameRecord) -> list[Standing]:
    """What led to each position that counts, the start first."""
    found = [Standing(None)]
    for entry in record.entries:
        if entry.kind in (Kind.MOVE, Kind.POSITION):
            found.append(Standing(entry))
        elif entry.kind is Kind.UNDO and len(found) > 1:
            found.pop()
        elif entry.kind is Kind.NOTE:
            found[-1].notes.append(entry)
    return found


def until(record: GameRecord, step: int) -> GameRecord:
    """The record that leads to one of its positions and no further; what was taken back is left out."""
    entries = [one.entry for one in standing(record)[: step + 1] if one.entry]
    placed = [i for i, entry in enumerate(entries) if entry.kind is Kind.POSITION]
    setup = entries[placed[-1]].text if placed else record.setup
    after = entries[placed[-1] + 1 :] if placed else entries
    return GameRecord(record.game, record.version, setup, tuple(after), record.tags)


def replay_data(game: AnyGame, record: GameRecord) -> dict[str, Any]:
    """The steps and how the game ended; raises what `replay` raises."""
    played = replay(game, record)
    steps = played.steps[:MOST_STEPS]
    pairs: Iterable[tuple[Step[Any, Any] | None, Step[Any, Any]]] = [(None, steps[0]), *pairwise(steps)]
    causes = standing(record)
    return {
        "steps": [
            _step(game, ply, before, step, cause)
            for ply, ((before, step), cause) in enumerate(zip(pairs, causes, strict=False))
        ],
        "cut": len(played.steps) > MOST_STEPS,
        "outcome": outcome_data(played.outcome),
    }


def _step(
    game: AnyGame, ply: int, before: Step[Any, Any] | None, step: Step[Any, Any], cause: Standing
) -> dict[str, Any]:
    entry, moved = cause.entry, before is not None and step.move is not None
    return {
        "ply": ply,
        "move": step.text if moved else "",
        "placed": entry is not None and entry.kind is Kind.POSITION,
        "seat": (entry.seat or game.turn(before.position)) if moved and before and entry else None,
        "turn": game.turn(step.position),
        "setup": game.setup(step.position),
        "look": list(game.look(step.position)),
        "last": list(game.path(before.position, step.move)) if moved and before else [],
        "took_s": entry.took_s if entry else None,
        "source": entry.source if entry else "",
        "notes": [note.text[:LONGEST_NOTE] for note in cause.notes],
        "remarks": dict(game.remarks(step.position)) if isinstance(game, Remarks) else {},
    }
