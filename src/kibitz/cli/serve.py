"""`kibitz serve`: the application in the browser, on this machine or for the local network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kibitz.web.needs import Needs


def serve(
    lan: Annotated[bool, typer.Option("--lan", help="Serve the local network too, by https.")] = False,
    port: Annotated[int, typer.Option(help="The port on this machine; 0 takes any.")] = 8577,
    host: Annotated[str, typer.Option(help="With --lan: only on this address of the machine.")] = "",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser when there is a display.")
    ] = True,
    data_dir: Annotated[Path | None, typer.Option(help="Another folder for games and keys.")] = None,
) -> None:
    """Serve the application and open it in the browser."""
    import uvicorn

    from kibitz.web.app import make_app
    from kibitz.web.house import House

    needs = needs_of(data_dir)
    typer.echo(f"http://localhost:{port}/")
    app = make_app(House(needs))
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=port,
        log_level="warning",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )


def needs_of(data_dir: Path | None) -> Needs:
    """Everything the web application is handed."""
    from kibitz.archive.opening import open_archive
    from kibitz.bots.levels import close, find_bot, levels
    from kibitz.bots.seat import BotPlayer
    from kibitz.cli.chosen import game_named
    from kibitz.games import names
    from kibitz.settings import settings
    from kibitz.web.needs import Needs

    folder = data_dir or settings().data_dir
    return Needs(
        store=open_archive(folder, "" if data_dir else settings().database_url),
        data_dir=folder,
        game_names=names,
        find_game=game_named,
        levels=levels,
        seat_bot=lambda game, level, told: BotPlayer(find_bot(game, f"kibitz:{level}"), told=told),
        close_bot=lambda player: close(player.bot) if isinstance(player, BotPlayer) else None,
    )
