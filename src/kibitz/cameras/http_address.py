"""The address of a camera in the network, checked before anything is sent to it."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import SplitResult, unquote, urlsplit

from kibitz.core.errors import BadSetting, quoted

LONGEST = 2_000
PORTS = {"http": 80, "https": 443, "rtsp": 554}
_STILL_ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


@dataclass(frozen=True, slots=True)
class Address:
    """Scheme, host, port, path with query, and who asks."""

    scheme: str
    host: str
    port: int
    path: str
    user: str = ""
    password: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """The address in this text; raises BadSetting."""
        if len(text) > LONGEST or not text.isascii() or any(c <= " " or c == "\x7f" for c in text):
            raise BadSetting(
                f"{quoted(text)} is no address: it is too long or has blanks or letters outside ASCII."
            )
        try:
            return cls._from(urlsplit(text), text)
        except ValueError as error:
            raise BadSetting(f"{quoted(_hidden(text))} is no address ({error}).") from None

    @classmethod
    def _from(cls, parts: SplitResult, text: str) -> Self:
        scheme = parts.scheme.lower()
        if scheme not in PORTS or not parts.hostname:
            raise BadSetting(
                f"{quoted(_hidden(text))} is no camera's address; it looks like http://192.168.0.5:8080/shot.jpg."
            )
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(scheme, parts.hostname, parts.port or PORTS[scheme], path, user, password)

    @property
    def place(self) -> str:
        """Host and port, for messages."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def shown(self) -> str:
        """The address without the password."""
        return f"{self.scheme}://{self.place}{self.path}"

    @property
    def whole(self) -> str:
        """The address with user and password, for libraries that want one text."""
        from urllib.parse import quote

        who = f"{quote(self.user, safe='')}:{quote(self.password, safe='')}@" if self.user else ""
        return f"{self.scheme}://{who}{self.place}{self.path}"

    @property
    def is_still(self) -> bool:
        """Whether it names a picture rather than a stream; a phone's bare address does."""
        bare = self.path.partition("?")[0].lower()
        return bare == "/" or bare.endswith(_STILL_ENDINGS)

    @property
    def login(self) -> dict[str, str]:
        """The header that says who asks."""
        if not self.user:
            return {}
        token = b64encode(f"{self.user}:{self.password}".encode()).decode("ascii")
        return {"Authorization": f"Basic {token}"}

    def or_path(self, path: str) -> Address:
        """The address, with this path if it has none of its own."""
        return replace(self, path=path) if self.path == "/" else self

    def towards(self, location: str) -> Address:
        """Where a redirect leads; who asks is told to the same host only. Raises BadSetting."""
        from urllib.parse import urljoin

        goal = Address.read(urljoin(f"{self.scheme}://{self.place}{self.path}", location))
        if (goal.host, goal.port) == (self.host, self.port):
            return replace(goal, user=self.user, password=self.password)
        return goal


def _hidden(text: str) -> str:
    """The text without what stands before an @, which may be a password."""
    scheme, mark, rest = text.partition("://")
    return scheme + mark + rest.rpartition("@")[2] if "@" in rest else text
