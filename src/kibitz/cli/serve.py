"""`kibitz serve`: the application in the browser, on this machine or for the local network."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.core.errors import BadSetting

if TYPE_CHECKING:
    from kibitz.web.doors import Door
    from kibitz.web.keys import Access
    from kibitz.web.needs import Needs

PORT, LAN_PORT = 8577, 8443


def serve(
    lan: Annotated[bool, typer.Option("--lan", help="Serve the local network too, by https.")] = False,
    port: Annotated[
        int | None, typer.Option(help="The port on this machine; 0 takes any.", min=0, max=65535)
    ] = None,
    lan_port: Annotated[
        int | None, typer.Option(help="The port for the local network; 0 takes any.", min=0, max=65535)
    ] = None,
    host: Annotated[str, typer.Option(help="With --lan: only on this address of the machine.")] = "",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser when there is a display.")
    ] = True,
    data_dir: Annotated[Path | None, typer.Option(help="Another folder for games and keys.")] = None,
) -> None:
    """Serve the application and open it in the browser."""
    from kibitz.settings import settings

    if host and not lan:
        raise BadSetting("--host goes with --lan; without it only this machine is served.")
    if port is None and not lan and data_dir is None and (running := _running_already()):
        typer.echo(f"Kibitz is running already: {running}")
        _open_browser(running, browser)
        return
    folder = data_dir or settings().data_dir
    access, doors = _doors(lan, port, lan_port, host, folder)
    address = _announced(access, folder)
    _run(access, doors, data_dir, lambda: _open_browser(address, browser))
    typer.echo("Stopped.")


def _run(access: Access, doors: list[Door], data_dir: Path | None, ready: Callable[[], None]) -> None:
    """Load the application and serve it; whoever has come to a door already waits there."""
    import asyncio

    from kibitz.web.app import make_app
    from kibitz.web.house import House
    from kibitz.web.server import Stop, run

    stop = Stop()
    needs = needs_of(data_dir, stop.soon)
    try:
        asyncio.run(run(make_app(House(needs, lan=access.lan), access), doors, stop, ready))
    finally:
        needs.store.close()


def _doors(
    lan: bool, port: int | None, lan_port: int | None, host: str, folder: Path
) -> tuple[Access, list[Door]]:
    """The sockets to listen on, and how requests that come to them are let in."""
    from kibitz.web.doors import Door, listening
    from kibitz.web.keys import Access, load_keys

    own = Door(listening("127.0.0.1", PORT if port is None else port, or_next=port is None))
    local_url = f"http://localhost:{own.port}"
    if not lan:
        return Access(local_url=local_url), [own]
    from kibitz.web.addresses import local_addresses, local_names
    from kibitz.web.certificate import certificate_for

    host = "" if host in ("0.0.0.0", "::") else host
    addresses, names = (host,) if host else local_addresses(), local_names()
    certificate = certificate_for({"localhost", "127.0.0.1", *names, *addresses}, folder / "https")
    wanted, option = LAN_PORT if lan_port is None else lan_port, "--lan-port (or --host)"
    bound = listening(host or "0.0.0.0", wanted, or_next=lan_port is None, option=option)
    outer = Door(bound, certificate)
    urls = tuple(f"https://{_in_url(address)}:{outer.port}" for address in addresses)
    access = Access(load_keys(folder), frozenset(names), local_url, urls, certificate.authority.read_bytes())
    return access, [own, outer]


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _announced(access: Access, folder: Path) -> str:
    """Say where the application is; the address to open on this machine is returned."""
    own = access.links(access.local_url).operator_url
    typer.echo(f"Kibitz is at {own}  (Ctrl-C stops it; games are kept in {folder})")
    if not access.lan:
        return own
    if not access.lan_urls:
        typer.echo("This machine is in no network, so no other device can reach it.")
        return own
    first, *others = (access.links(base) for base in access.lan_urls)
    typer.echo(f"Spectators:    {first.spectator_url}")
    typer.echo(f"Other devices: {first.operator_url}")
    for other in others:
        typer.echo(f"           or: {other.operator_url}")
    typer.echo("Browsers warn of the certificate, since Kibitz made it itself: go on all the same.")
    _print_qr(first.operator_url)
    return own


def _print_qr(text: str) -> None:
    """A QR code for a phone; left out where the terminal cannot show one."""
    import io

    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    try:
        sys.stdout.write(out.getvalue())
    except UnicodeEncodeError:
        typer.echo("(This terminal cannot show the QR code; the page Settings shows it.)")
    sys.stdout.flush()


def _open_browser(address: str, wanted: bool) -> None:
    """Open the browser without waiting for it, where there is a display."""
    has_display = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if wanted and has_display:
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _running_already() -> str:
    """The address of a Kibitz that answers at the usual port; empty when none does."""
    import json
    from http.client import HTTPConnection, HTTPException

    asked = HTTPConnection("127.0.0.1", PORT, timeout=0.5)
    try:
        asked.request("GET", "/api/about", headers={"Host": f"localhost:{PORT}"})
        about = json.loads(asked.getresponse().read(10_000))
        return f"http://localhost:{PORT}/" if about.get("role") == "operator" and "languages" in about else ""
    except (OSError, ValueError, AttributeError, HTTPException):
        return ""
    finally:
        asked.close()


def needs_of(data_dir: Path | None, quit_: Callable[[], None] = lambda: None) -> Needs:
    """Everything the web application is handed."""
    from kibitz.archive.opening import open_archive
    from kibitz.bots.levels import close
    from kibitz.bots.seat import BotPlayer
    from kibitz.cli.analyst import BotAnalyst
    from kibitz.cli.cameras import all_cameras
    from kibitz.cli.chosen import game_named, game_names
    from kibitz.cli.opponents import find_bot, levels
    from kibitz.settings import settings
    from kibitz.web.needs import Needs

    folder = data_dir or settings().data_dir
    return Needs(
        store=open_archive(folder, "" if data_dir else settings().database_url),
        data_dir=folder,
        game_names=game_names,
        find_game=game_named,
        levels=levels,
        seat_bot=lambda game, level, told: BotPlayer(find_bot(game, f"kibitz:{level}"), told=told),
        close_bot=lambda player: close(player.bot) if isinstance(player, BotPlayer) else None,
        quit=quit_,
        cameras=all_cameras(),
        more={"analyst": BotAnalyst()},
    )
