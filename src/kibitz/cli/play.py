"""`kibitz play`: two people at one keyboard, the board drawn after every move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.core.game import AnyGame, Outcome, Remarks, Seat
from kibitz.core.look import Look

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.cli.session import Session

FAVOURITES = ("draughts/poznan", "draughts/english", "draughts/international", "chess", "atoll/5", "ur")


def choose_game() -> str:
    """Ask which game to play; Enter takes the first."""
    from kibitz.games import find

    for number, name in enumerate(FAVOURITES, 1):
        typer.echo(f"  {number}  {find(name).title}")
    typer.echo("'kibitz games' lists all of them.")
    try:
        answer = input("Which game? [1] ").strip() or "1"
    except EOFError:
        raise typer.Exit from None
    return FAVOURITES[int(answer) - 1] if answer in map(str, range(1, len(FAVOURITES) + 1)) else answer


def play(
    game: Annotated[str, typer.Argument(help="A game, e.g. draughts/poznan; asked for when left out.")] = "",
    setup: Annotated[str, typer.Option(help="Start from this position.")] = "",
) -> None:
    """Play a game in the terminal, two people at one keyboard."""
    from rich.console import Console

    from kibitz.cli.chosen import game_named
    from kibitz.cli.session import Session

    rules = game_named(game or choose_game())
    session, console = Session(rules, setup), Console(highlight=False)
    console.print(f"[bold]{rules.title}[/bold]. Type a move, or 'help'.")
    show(session, console)
    _run(session, console)


def _run(session: Session, console: Console) -> None:
    while True:
        try:
            line = console.input(_prompt(session), markup=False)
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        if line.strip().lower() in ("quit", "exit", "q"):
            if _may_leave(session, console):
                return
            continue
        _answer(session, console, line)


def _answer(session: Session, console: Console, line: str) -> None:
    before = (len(session.record.entries), session.flipped)
    said = session.do(line)
    if (len(session.record.entries), session.flipped) != before:
        show(session, console)
    if said:
        console.print(said, markup=False)


def _may_leave(session: Session, console: Console) -> bool:
    if session.saved or not session.record.entries:
        return True
    try:
        answer = console.input("The game is not saved. Leave it? [y/N/save] ", markup=False).strip().lower()
    except (EOFError, KeyboardInterrupt):
        return True
    if answer == "save":
        console.print(session.do("save"), markup=False)
        return session.saved
    return answer in ("y", "yes")


def _prompt(session: Session) -> str:
    if session.outcome:
        return "over> "
    return f"{side(session.game, session.turn)} to move> "


def show(session: Session, console: Console) -> None:
    """Draw the board with the last move lit, what there is to remark, and the result."""
    from kibitz.views.text import draw

    game, steps = session.game, session.replay.steps
    lit = changed(game.look(steps[-2].position), game.look(steps[-1].position)) if len(steps) > 1 else ()
    console.print(draw(game, game.look(session.position), highlight=lit, flip=session.flipped), end="")
    if isinstance(game, Remarks) and (said := _remarks(game.remarks(session.position))):
        console.print(said, markup=False)
    if session.outcome:
        console.print(f"[bold]{told(game, session.outcome)}[/bold]")


def changed(before: Look, after: Look) -> tuple[int, ...]:
    """The cells that two looks disagree on."""
    return tuple(i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)


def _remarks(remarks: Any) -> str:
    plain = {k: v for k, v in remarks.items() if isinstance(v, str | int) and not isinstance(v, bool)}
    return "  ".join(f"{key}: {value}" for key, value in plain.items())


def told(game: AnyGame, outcome: Outcome) -> str:
    """The result in words."""
    reason = outcome.reason.replace("-", " ")
    return f"Draw: {reason}." if outcome.winner is None else f"{side(game, outcome.winner)} wins: {reason}."


def side(game: AnyGame, seat: Seat) -> str:
    """A player by the glyph of the pieces: `● first`."""
    from kibitz.views.text import glyph

    own = next((face for face in game.faces if face.owner == seat.value), None)
    return f"{glyph(own)} {seat}" if own else str(seat)
