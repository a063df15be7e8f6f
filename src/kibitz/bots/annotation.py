"""A record with what the analysis says written into it, as notes behind the moves that gave much away."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.bots.analysis import Mark, Ply
from kibitz.core.game import AnyGame, Archives, Seat
from kibitz.core.record import Entry, GameRecord, Kind

GLYPHS = {Mark.INACCURACY: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}
NAGS = {Mark.INACCURACY: "$6", Mark.MISTAKE: "$2", Mark.BLUNDER: "$4"}
"""The numeric annotation glyphs of PGN (and PDN), standard of 1994, section 10."""
SOURCE = "analysis"
LONGEST_LINE = 6


def annotated(game: AnyGame, record: GameRecord, plies: Iterable[Ply]) -> GameRecord:
    """The record with a glyph and a sentence behind every marked move; older ones of ours are replaced."""
    marked = {ply.step: ply for ply in plies if ply.mark}
    glyphs = game.file_format if isinstance(game, Archives) else SOURCE
    entries: list[Entry] = []
    for entry, step in _stepped(_without(record, glyphs)):
        entries.append(entry)
        if step in marked:
            ply = marked[step]
            entries.append(Entry(Kind.NOTE, NAGS[ply.mark], source=glyphs))
            entries.append(Entry(Kind.NOTE, sentence(ply), source=SOURCE))
    return GameRecord(record.game, record.version, record.setup, tuple(entries), record.tags)


def sentence(ply: Ply) -> str:
    """What was wrong with a move, in words."""
    line = " ".join(ply.best.line[:LONGEST_LINE])
    return f"{ply.mark.capitalize()}: {_for_mover(ply)}; better was {line}."


def _for_mover(ply: Ply) -> str:
    before, after = (_own(ply, value) for value in (ply.best.value, ply.after))
    return f"from {before:.0%} to {after:.0%}"


def _own(ply: Ply, value: float) -> float:
    return value if ply.seat is Seat.FIRST else 1.0 - value


def _without(record: GameRecord, glyphs: str) -> tuple[Entry, ...]:
    """The entries but for those of an earlier analysis: our sentences, and the glyphs right before them."""
    ours = {i for i, entry in enumerate(record.entries) if entry.source == SOURCE}
    before = {i - 1 for i in ours if i and record.entries[i - 1].text in NAGS.values()}
    return tuple(entry for i, entry in enumerate(record.entries) if i not in ours | before)


def _stepped(entries: tuple[Entry, ...]) -> list[tuple[Entry, int | None]]:
    """Each entry with the step it makes, where that step still counts at the end."""
    made: list[int | None] = [None] * len(entries)
    standing: list[int] = []
    for i, entry in enumerate(entries):
        if entry.kind is Kind.UNDO:
            standing.pop()
        elif entry.kind in (Kind.MOVE, Kind.POSITION):
            standing.append(i)
    for step, i in enumerate(standing, 1):
        made[i] = step
    return list(zip(entries, made, strict=True))
