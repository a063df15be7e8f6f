"""Who may do what: this machine's browser, or whoever holds a token.

operator    everything
spectator   reads everything and looks on
phone       sends camera pictures to one table
nobody      the pages themselves, their texts, and what this server is
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path

from kibitz.core.errors import BadSetting

FILE_NAME = "keys.json"
_READS = ("GET", "HEAD", "OPTIONS")
_LOOKS_ON = re.compile(r"/api/tables/[a-z0-9]+/(live|video)")
_OPEN = ("/api/about", "/api/texts", "/api/openapi.json")


@dataclass(frozen=True)
class Keys:
    """The tokens of one data folder."""

    operator: str
    spectator: str
    secret: str
    """What the phones' tokens are made from."""

    def role(self, token: str) -> str:
        """What a token makes of its holder; empty when it is none of ours."""
        for role in ("operator", "spectator"):
            if hmac.compare_digest(token.encode(), getattr(self, role).encode()):
                return role
        return ""

    def phone(self, table_id: str) -> str:
        """The token with which a phone sends pictures to a table."""
        made = hmac.new(self.secret.encode(), f"phone {table_id}".encode(), "sha256").hexdigest()
        return f"{table_id}.{made[:32]}"

    def phone_table(self, token: str) -> str:
        """The table that a phone's token is for; empty when it is none of ours."""
        table_id = token.partition(".")[0]
        return table_id if hmac.compare_digest(token.encode(), self.phone(table_id).encode()) else ""


def new_keys() -> Keys:
    """Fresh tokens."""
    return Keys(*(secrets.token_urlsafe(18) for _ in range(3)))


def load_keys(folder: Path) -> Keys:
    """The tokens kept in a data folder, made when there are none; only the owner may read them."""
    path = folder / FILE_NAME
    try:
        if path.exists():
            return Keys(**json.loads(path.read_text(encoding="utf-8")))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        keys = new_keys()
        write_private(path, json.dumps(asdict(keys)).encode())
        return keys
    except (OSError, ValueError, TypeError) as error:
        raise BadSetting(f"{path} cannot be used ({error}); remove it and new keys are made.") from None


def write_private(path: Path, content: bytes) -> None:
    """A file that only its owner may read, whole or not at all."""
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    new.replace(path)


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses by which other devices come in."""

    operator_url: str
    spectator_url: str
    camera_url: str | None = None


@dataclass
class Access:
    """How requests are let in. Without keys everyone who reaches this machine's own address is operator."""

    keys: Keys | None = None
    names: frozenset[str] = field(default_factory=frozenset)
    """Further host names by which this machine is called in the local network."""
    local_url: str = "http://localhost"
    lan_urls: tuple[str, ...] = ()
    authority: bytes = b""
    """The certificate of our own authority, for phones that want to trust it."""

    @property
    def lan(self) -> bool:
        """Whether the local network is served."""
        return self.keys is not None

    def role(self, tokens: list[str]) -> str:
        """The best role that some tokens give."""
        if self.keys is None:
            return "operator"
        roles = {self.keys.role(token) for token in tokens}
        return next((role for role in ("operator", "spectator") if role in roles), "")

    def links(self, base: str, table: str | None = None) -> Links:
        """The links by one address of this machine, with their tokens; for a phone, to one table."""
        page = f"{base}/live/{table}" if table else f"{base}/wall"
        camera = f"{base}/cam?table={table}" if table else None
        if self.keys is None:
            return Links(f"{base}/", page, camera)
        operator, spectator = f"?token={self.keys.operator}", f"?token={self.keys.spectator}"
        phone = f"{camera}&token={self.keys.phone(table)}" if table else None
        return Links(f"{base}/{operator}", page + spectator, phone)

    def phone_table(self, tokens: list[str]) -> str:
        """The table that one of the tokens lets a phone send to."""
        tables = (self.keys.phone_table(token) for token in tokens) if self.keys else ()
        return next((table for table in tables if table), "")


def allowed(role: str, phone_table: str, kind: str, method: str, path: str) -> bool:
    """Whether a role may ask for this; `kind` is http or websocket."""
    if role == "operator" or not path.startswith("/api/"):
        return True
    if kind == "http" and method in _READS and (path in _OPEN or role == "spectator"):
        return True
    if kind == "websocket" and role == "spectator" and _LOOKS_ON.fullmatch(path):
        return True
    return bool(phone_table) and path == f"/api/tables/{phone_table}/frames"
