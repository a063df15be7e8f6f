"""Bad, foreign and hostile PGN: one error that names the line, in bounded time and memory."""

from __future__ import annotations

import random
import tracemalloc

import pytest

from kibitz.core.errors import BadFile
from kibitz.games.chess.pgn_tokens import LONGEST
from tests.chess.played import CHESS

MANY = 10_000_000


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('[White "A"]\n\n1. e4 e5\n2. Ke3 *', 4, r"move 2\. 'Ke3' is not legal"),
        ("1. e4 e5\n2. hello", 2, "not a chess move"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O\nNd7", 2, "move 4... 'Nd7'"),
        ("1. e4\n{never closed", 2, "comment is never closed"),
        ("1. e4\n\n(1. d4", 3, "variation is never closed"),
        ("1. e4 (1. d4\n1-0", 1, "variation is never closed"),
        ('1. e4 (1. d4\n[White "B"]', 1, "variation is never closed"),
        ("1. e4\n)", 2, "closes no variation"),
        ("\n(1. e4)", 2, "needs a move before it"),
        ("1. e4\n}", 2, "closes no comment"),
        ("$1 1. e4", 1, "before the first move"),
        ("1. e4 (\n$1)", 2, "before the first move"),
        ('[White "A]\n1. e4', 1, "a tag is written"),
        ("[White]\n", 1, "a tag is written"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n1. e4', 1, "the board is empty"),
        ('[Event "x"]\n[Variant "Crazyhouse"]\n1. e4', 2, "not of chess"),
        ('[Result "1-0"]\n1. e4 0-1', 2, "Result tag says 1-0"),
        ("1. f3 e5 2. g4\nQh4# 1-0", 2, r"checkmate \(0-1\)"),
        ("1. f3 e5 2. g4 Qh4#\n3. a3", 2, "the game is over"),
        ("1. e4\n\x00", 2, "control character"),
        ("1. e4 \x1b[31m", 1, "control character"),
        ("1. e4\n é", 2, "does not belong"),
        ("1. e4 --", 1, "not a chess move"),
        ("1. e4 " + "(1. d4 " * 10_000, 1, "nested more than 100"),
    ],
)
def test_a_bad_file_is_named_by_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadFile, match=reason) as refused:
        CHESS.read_file(text, "games.pgn")
    assert (refused.value.name, refused.value.line) == ("games.pgn", line)
    assert str(refused.value).startswith(f"games.pgn, line {line}, column ") and len(str(refused.value)) < 400


@pytest.mark.parametrize(
    "bracket", ["[", "]", "(", ")", "{", "}", "[(", "1. e4 (", '[a "', "\\", "$", "!", "*", "{a}"]
)
def test_ten_megabytes_of_brackets_are_one_error(bracket: str) -> None:
    with pytest.raises(BadFile) as refused:
        CHESS.read_file(bracket * (MANY // len(bracket)))
    assert refused.value.line == 1 and len(str(refused.value)) < 400


def test_a_hostile_file_takes_little_memory() -> None:
    text = "1. e4 " + "(1. d4 {x} " * (MANY // 11)
    tracemalloc.start()
    with pytest.raises(BadFile):
        CHESS.read_file(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * len(text)


def test_a_file_that_is_too_long_is_refused_unread() -> None:
    with pytest.raises(BadFile, match="16,777,216"):
        CHESS.read_file(" " * (LONGEST + 1))


def test_a_hundred_variations_deep_is_still_read() -> None:
    text = "1. e4 " + "".join(f"(1. {'d4' if depth % 2 else 'e4'} " for depth in range(100)) + ")" * 100
    assert len(CHESS.read_file(text)) == 1


def test_null_moves_are_read_in_variations_only() -> None:
    (record,) = CHESS.read_file("1. e4 e5 (1... -- 2. d4) *")
    assert record.entries[-1].text == "(1... -- 2. d4)"


def test_any_soup_of_pgn_words_is_read_or_refused_in_one_piece() -> None:
    words = (
        *(
            "1.",
            "e4",
            "e5",
            "Nf3",
            "d4",
            "d5",
            "(",
            ")",
            "{",
            "}",
            "{x}",
            "; y",
            "\n",
            "$3",
            "!?",
            "*",
            "1-0",
        ),
        *(
            "[",
            "]",
            '[A "b"]',
            '[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]',
            '"',
            "\\",
            "%",
            "--",
            "O-O",
            "0-0",
            "...",
            "é",
        ),
    )
    rng, outcomes = random.Random(2), {True: 0, False: 0}
    for _ in range(1500):
        text = " ".join(rng.choices(words, k=rng.randrange(1, 9)))
        try:
            records = CHESS.read_file(text)
            assert CHESS.read_file(CHESS.write_file(records)) is not None
            outcomes[True] += 1
        except BadFile as error:
            assert error.line
            outcomes[False] += 1
    assert min(outcomes.values()) > 100
