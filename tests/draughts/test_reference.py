"""Two generators that do not know each other agree: the real one and the slow reference.

Random positions of every preset, and of rule sets made of random switches; SPEC A9, A10, D2, D3.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from kibitz.core.errors import BadRules
from kibitz.games.draughts import rules as real
from kibitz.games.draughts.switches import CRITERIA, Variant
from kibitz.games.draughts.variants import PRESETS
from tests.draughts.reference import Board, Piece, Rules, Square, far_row, opening, perft, squares, ways

MANY = {"poznan": 2000, "kaaz": 2000}
SOME = 500


def rules_of(variant: Variant) -> Rules:
    """The reference's rules for a variant of the real generator."""
    return Rules(
        size=variant.size,
        corner_dark=variant.upper_left == "dark",
        all_cells=variant.lines == "orthogonal",
        white_below=variant.white_from == "bottom",
        must_capture=variant.capture_obligatory,
        must_continue=variant.continuing_obligatory,
        men_back=variant.men_capture_backward,
        men_take_kings=variant.men_capture_kings,
        straight_captures=variant.orthogonal_captures,
        flying=variant.flying_kings,
        landing=variant.king_lands,
        turns_back=variant.king_turns_back,
        lifted_at_once=variant.lifted == "at_once",
        crowned=variant.promotion,
        weighing=variant.precedence,
    )


def to_real(variant: Variant, board: Board, white: bool) -> real.Board:
    number = {square: i for i, square in enumerate(squares(rules_of(variant)))}

    def of(wanted: bool) -> list[int]:
        return [number[square] for square, piece in board.items() if piece.white == wanted]

    kings = [number[square] for square, piece in board.items() if piece.king]
    return real.board(variant, of(True), of(False), kings, not white)


def random_board(rules: Rules, rng: random.Random) -> Board:
    """Up to ten pieces a side, some of them kings; no man stands where it would be crowned."""
    free = squares(rules)
    rng.shuffle(free)
    most = 6 if rules.straight_captures else 10  # in eight directions more have too many routes to wait for
    board: Board = {}
    for white in (True, False):
        kings = rng.choice((0, 0, 1, 1, 2, 3, 6))
        for number in range(rng.randint(1, min(most, len(free) // 2))):
            square, piece = free.pop(), Piece(white, number < kings)
            if piece.king or square[0] != far_row(rules, white):
                board[square] = piece
    return board


def drawn(rules: Rules, board: Board) -> str:
    """The board as text, upper left first: w and b men, W and B kings."""
    letters = {
        Piece(True, False): "w",
        Piece(True, True): "W",
        Piece(False, False): "b",
        Piece(False, True): "B",
    }
    cells = squares(rules)

    def letter(square: Square) -> str:
        return letters[board[square]] if square in board else "." if square in cells else " "

    return "\n".join("".join(letter((r, c)) for c in range(rules.size)) for r in range(rules.size))


def check(variant: Variant, board: Board, white: bool) -> None:
    """Moves, the boards they lead to and all their routes are the same in both generators."""
    rules = rules_of(variant)
    number = {square: i for i, square in enumerate(squares(rules))}
    position = to_real(variant, board, white)
    expected: dict[tuple[int, int, frozenset[int]], tuple[set[real.Board], set[tuple[int, ...]]]] = {}
    for way in ways(rules, board, white):
        route = tuple(number[s] for s in way.route)
        key = (route[0], route[-1], frozenset(number[s] for s in way.taken))
        boards, routes = expected.setdefault(key, (set(), set()))
        boards.add(to_real(variant, dict(way.after), not white))
        routes.add(route)
    moves = real.legal(variant, position)
    seen = f"{variant}\n{drawn(rules, board)}\n{'white' if white else 'black'} to move"
    found = [(move.origin, move.target, frozenset(move.captured)) for move in moves]
    assert len(set(found)) == len(found), seen
    assert set(found) == set(expected), seen
    for key, move in zip(found, moves, strict=True):
        boards, routes = expected[key]
        assert real.play(variant, position, move) in boards, seen
        assert len(boards) == 1, seen
        assert move.route in routes, seen
        assert set(real.routes(variant, position, move)) == routes, seen


def check_many(variant: Variant, count: int, seed: int) -> None:
    rng, rules = random.Random(seed), rules_of(variant)
    for _ in range(count):
        check(variant, random_board(rules, rng), rng.random() < 0.5)


@pytest.mark.parametrize("name", PRESETS)
def test_a9_a10_d2_d3_a_preset_and_the_reference_agree_on_random_positions(name: str) -> None:
    check_many(PRESETS[name], MANY.get(name, SOME), seed=2019)


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """A rule set of random switches that do not contradict each other."""
    flying = draw(st.booleans())
    orthogonal = draw(st.sampled_from((False, False, False, True)))
    try:
        return Variant(
            "random",
            size=draw(st.sampled_from((6, 8, 10, 12, 14))),
            upper_left=draw(st.sampled_from(("light", "dark"))),
            lines="orthogonal" if orthogonal else "diagonal",
            white_from=draw(st.sampled_from(("bottom", "top"))),
            rows=1,
            capture_obligatory=draw(st.booleans()),
            continuing_obligatory=draw(st.booleans()),
            men_capture_backward=draw(st.sampled_from(("never", "always", "later"))),
            men_capture_kings=draw(st.booleans()),
            orthogonal_captures=not orthogonal and draw(st.booleans()),
            flying_kings=flying,
            king_lands=draw(st.sampled_from(("anywhere", "directly", "directly_behind_last_king")))
            if flying
            else "directly",
            king_turns_back=draw(st.booleans()),
            lifted=draw(st.sampled_from(("at_once", "at_end"))),
            promotion=draw(st.sampled_from(("at_end", "in_passing", "stops"))),
            precedence=tuple(draw(st.lists(st.sampled_from(CRITERIA), max_size=4, unique=True))),
        )
    except BadRules:
        assume(False)
        raise


@settings(
    max_examples=40,  # a new rule set takes a moment to specialise, a position of it none
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.generate,),  # the message draws the position; shrinking a random seed only takes long
    suppress_health_check=list(HealthCheck),
)
@given(variants(), st.integers(0, 2**32))
def test_any_switches_and_the_reference_agree_on_random_positions(variant: Variant, seed: int) -> None:
    check_many(variant, 50, seed)


PUBLISHED = {
    # Leaf counts of the opening at a depth (moves with equal start, end and captured set counted once):
    # rhalbersma/dctl, OEIS A133046, kish for Turkish; that of frysk is ours and has no other source.
    "english": (5, 7361),
    "russian": (5, 7482),
    "brazilian": (5, 7473),
    "italian": (4, 1469),
    "spanish": (4, 1469),
    "international": (4, 4265),
    "frisian": (4, 3874),
    "frysk": (4, 5329),
    "turkish": (4, 7538),
    "canadian": (3, 1222),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_reference_repeats_published_counts(name: str) -> None:
    variant, (depth, nodes) = PRESETS[name], PUBLISHED[name]
    rules = rules_of(variant)
    board = opening(rules, variant.rows, variant.rows_behind)
    assert perft(rules, board, variant.first == "white", depth) == nodes


OTHERWISE: dict[str, tuple[str, dict[str, Any]]] = {
    "white_below": ("kaaz", {"white_below": False}),
    "must_capture": ("kaaz", {"must_capture": False}),
    "must_continue": ("kaaz", {"must_continue": False}),
    "men_back": ("poznan", {"men_back": "always"}),
    "men_never_back": ("poznan", {"men_back": "never"}),
    "men_take_kings": ("italian", {"men_take_kings": True}),
    "straight_captures": ("frisian", {"straight_captures": False}),
    "flying": ("kaaz", {"flying": False}),
    "landing": ("poznan", {"landing": "anywhere"}),
    "killer_landing": ("killer", {"landing": "anywhere"}),
    "turns_back": ("turkish", {"turns_back": True}),
    "lifted_at_once": ("kaaz", {"lifted_at_once": True}),
    "lifted_at_end": ("poznan", {"lifted_at_once": False}),
    "crowned_in_passing": ("kaaz", {"crowned": "in_passing"}),
    "crowned_stops": ("poznan", {"crowned": "stops"}),
    "most": ("brazilian", {"weighing": ()}),
    "most_kings": ("spanish", {"weighing": ("most",)}),
    "with_king": ("frisian", {"weighing": ("value",)}),
    "value": ("frisian", {"weighing": ("most", "with_king")}),
    "kings_first": ("italian", {"weighing": ("most", "with_king", "most_kings")}),
}


@pytest.mark.parametrize("switch", OTHERWISE)
def test_the_random_positions_tell_every_switch_from_its_opposite(switch: str) -> None:
    name, change = OTHERWISE[switch]
    rules = rules_of(PRESETS[name])
    other, rng = replace(rules, **change), random.Random(2019)
    for _ in range(20_000):
        board, white = random_board(rules, rng), rng.random() < 0.5
        if set(ways(rules, board, white)) != set(ways(other, board, white)):
            return
    pytest.fail(f"no position separates {name} from {change}")


@pytest.mark.parametrize("name", ["poznan", "kaaz"])
def test_a9_d2_the_compiled_count_of_the_house_rules_is_the_references(name: str) -> None:
    """No one has published counts for these two."""
    variant = PRESETS[name]
    rules, rng = rules_of(variant), random.Random(5)
    opened = opening(rules, variant.rows)
    white = variant.first == "white"
    assert real.perft(variant, real.start(variant), 4) == perft(rules, opened, white, 4)
    for _ in range(50):
        board, white = random_board(rules, rng), rng.random() < 0.5
        expected = perft(rules, board, white, 2)
        assert real.perft(variant, to_real(variant, board, white), 2) == expected, drawn(rules, board)
