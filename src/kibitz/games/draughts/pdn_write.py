"""Games written as PDN: tags, then moves with their notes, wrapped to lines of 79 characters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from kibitz.core.errors import BadFile, quoted
from kibitz.core.game import Outcome, Seat
from kibitz.core.record import Entry, GameRecord, Kind, replay
from kibitz.games.draughts.game import DraughtsGame
from kibitz.games.draughts.pdn import MARKUP, OWN_TAGS, markup_words
from kibitz.games.draughts.pdn_type import result_words, write_tag
from kibitz.games.draughts.variants import preset

WIDTH = 79
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
LONGEST_TAG = 1900  # readers give up on endless tags, ours at 2000 characters


def write_pdn(game: DraughtsGame, records: Sequence[GameRecord]) -> str:
    """The records as one file."""
    return "\n".join(_written(_game_of(game, record), record) for record in records)


def _game_of(game: DraughtsGame, record: GameRecord) -> DraughtsGame:
    if record.game == game.name:
        return game
    if not record.game.startswith("draughts/"):
        raise BadFile(f"a game of {quoted(record.game)} cannot be written as PDN, which is for draughts")
    return DraughtsGame(preset(record.game.removeprefix("draughts/")))


def _written(game: DraughtsGame, record: GameRecord) -> str:
    outcome = replay(game, record).outcome
    result = _result(game, outcome) or record.tag("Result") or "*"
    tags = "".join(f'[{key} "{_escaped(value)}"]\n' for key, value in _tags(game, record, outcome, result))
    return f"{tags}\n{_wrapped([*_words(game, record), _end_word(result)])}"


def _result(game: DraughtsGame, outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    win, draw, loss = result_words(game.variant)
    return {Seat.FIRST: win, Seat.SECOND: loss}.get(outcome.winner or Seat.CHANCE, draw)


def _end_word(result: str) -> str:
    return result if re.fullmatch(r"[012]-[012]|1/2-1/2", result) else "*"


def _tags(
    game: DraughtsGame, record: GameRecord, outcome: Outcome | None, result: str
) -> Iterator[tuple[str, str]]:
    kept = {re.sub(r"[^A-Za-z0-9_]", "_", key)[:60]: value for key, value in record.tags if key}
    for key in ROSTER:
        yield key, kept.pop(key, "") or (_date(record) if key == "Date" else "?")
    yield "Result", result
    if kind := write_tag(game.variant):
        yield "GameType", kind
    else:
        yield "Variant", game.name
    if record.setup:
        yield "SetUp", "1"
        yield "FEN", game.setup(game.start(record.setup))
    if outcome and outcome.reason == "time":
        yield "Termination", "time forfeit"
    yield from ((key, value) for key, value in kept.items() if key not in (*OWN_TAGS, "Result"))


def _date(record: GameRecord) -> str:
    begun = next((entry.at for entry in record.entries if entry.at > 0), 0.0)
    return datetime.fromtimestamp(begun, UTC).strftime("%Y.%m.%d") if begun else "????.??.??"


def _escaped(value: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in value[:LONGEST_TAG])
    return plain.replace("\\", "\\\\").replace('"', '\\"')


@dataclass
class _Step:
    """A move or a set position that counts, and the notes after it."""

    entry: Entry | None
    notes: list[Entry] = field(default_factory=list)


def _counting(record: GameRecord) -> list[_Step]:
    """What still stands at the end: a step taken back takes its notes with it."""
    steps = [_Step(None)]
    for entry in record.entries:
        match entry.kind:
            case Kind.MOVE | Kind.POSITION:
                steps.append(_Step(entry))
            case Kind.UNDO:
                steps.pop()
            case Kind.NOTE:
                steps[-1].notes.append(entry)
    return steps


def _words(game: DraughtsGame, record: GameRecord) -> Iterator[str]:
    position: Any = game.start(record.setup)
    number, interrupted = 1, True
    for step in _counting(record):
        if step.entry and step.entry.kind is Kind.MOVE:
            move = game.read(position, step.entry.text)
            first = game.turn(position) is Seat.FIRST
            if first or interrupted:
                yield f"{number}." if first else f"{number}..."
            yield game.write(position, move) + _strength(step)
            position, number = game.play(position, move), number + (not first)
        elif step.entry:
            position = game.start(step.entry.text)
            yield f'/FEN "{game.setup(position)}"/'
        notes = [word for note in _unattached(step) for word in _note_words(note)]
        yield from notes
        interrupted = bool(notes) or step.entry is None or step.entry.kind is not Kind.MOVE


def _strength(step: _Step) -> str:
    """A mark such as ! belongs right behind its move."""
    return step.notes[0].text if step.notes and _is_strength(step.notes[0]) else ""


def _unattached(step: _Step) -> Sequence[Entry]:
    is_move = step.entry is not None and step.entry.kind is Kind.MOVE
    return step.notes[1:] if is_move and _strength(step) else step.notes


def _is_strength(note: Entry) -> bool:
    return note.source == MARKUP and bool(re.fullmatch(r"[!?]{1,6}|\([!?]{1,2}\)", note.text))


def _note_words(note: Entry) -> list[str]:
    """A note as words; one that no reader would take for markup is a comment."""
    if note.source == MARKUP and re.fullmatch(r"\$[0-9]{1,4}", note.text):
        return [note.text]
    if note.source == MARKUP and note.text.startswith("("):
        try:
            return markup_words(note.text)
        except BadFile:
            pass
    plain = " ".join("".join(c if c.isprintable() else " " for c in note.text).split())
    if "}" in plain:  # a comment in braces cannot hold one
        return [f"\n; {plain}\n"]
    return f"{{{plain}}}".split() if plain else []


def _wrapped(words: Sequence[str]) -> str:
    """Words on lines; one that begins with % stays behind another, for such lines are skipped."""
    lines = [""]
    for word in words:
        if word.startswith("\n"):
            lines += [word.strip(), ""]
        elif not lines[-1]:
            lines[-1] = word
        elif len(lines[-1]) + 1 + len(word) <= WIDTH or word.startswith("%"):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(line for line in lines if line) + "\n"
