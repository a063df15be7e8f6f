"""A real PostgreSQL server for the tests: Debian's, in a temporary folder, on a free port of 127.0.0.1."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

INSTALL = "no PostgreSQL server here; install it: apt-get install postgresql"
# initdb and postgres refuse to run as root.
SERVANTS = ("postgres", "nobody")
# A test server may lose its data in a power cut, and so answers sooner.
OPTIONS = "-c fsync=off -c full_page_writes=off -c unix_socket_directories= -c listen_addresses=127.0.0.1"


def binaries() -> Path | None:
    """The folder of the newest server installed, if there is one."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version)
    if versions:
        return versions[-1].parent
    found = shutil.which("postgres")
    return Path(found).resolve().parent if found else None


def _version(path: Path) -> float:
    name = path.parent.parent.name
    return float(name) if name.replace(".", "", 1).isdigit() else 0.0


@contextmanager
def server(where: Path) -> Iterator[str]:
    """A running server; gives the URL of its first database and takes everything away at the end."""
    folder = Path(tempfile.mkdtemp(prefix="kibitz-postgres-"))
    servant = _servant(folder)
    data, port = folder / "data", _free_port()
    try:
        _run(servant, where / "initdb", "-D", data, "-U", "kibitz", "-A", "trust", "-E", "UTF8", "--no-sync")
        start = ["-D", data, "-w", "-t", "30", "-l", folder / "log", "-o", f"-p {port} {OPTIONS}"]
        _run(servant, where / "pg_ctl", *start, "start")
        try:
            yield f"postgresql://kibitz@127.0.0.1:{port}/postgres"
        finally:
            _run(servant, where / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _servant(folder: Path) -> str | None:
    """The user the server runs as when we are root; the folder becomes theirs."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name: user for user in pwd.getpwall()}
    name = next(name for name in SERVANTS if name in known)
    os.chown(folder, known[name].pw_uid, known[name].pw_gid)
    return name


def _run(servant: str | None, *command: object) -> None:
    words = [*(["runuser", "-u", servant, "--"] if servant else []), *map(str, command)]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/", check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout.decode(errors='replace')[-2000:]}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
