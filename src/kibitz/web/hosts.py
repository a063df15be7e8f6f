"""Whether a request was really meant for us: its Host and its Origin.

A page of another site can make a browser send us requests, and can give its own name our address (DNS
rebinding). It cannot make the browser lie about Host, Origin and Sec-Fetch-Site.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

LOCAL = ("localhost", "127.0.0.1", "::1")
_SECURE = {"http": False, "ws": False, "https": True, "wss": True}
_OURS = ("same-origin", "none")


def ours(host: str, server: tuple[str, int], secure: bool, names: Collection[str] = ()) -> bool:
    """Whether a Host header names the address that the request came to, with its port."""
    name, port = _split(host, secure)
    if port != server[1] or not name:
        return False
    return name in LOCAL or name in names or _address(name) == _address(server[0])


def from_us(
    origin: str | None,
    fetch_site: str | None,
    *,
    server: tuple[str, int],
    scheme: str,
    names: Collection[str],
) -> bool:
    """Whether the page that sent a request is one of ours; programs send neither header."""
    if fetch_site is not None and fetch_site not in _OURS:
        return False
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    secure = _SECURE.get(scheme, False)
    right_scheme = parts.scheme == ("https" if secure else "http")
    plain = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    return right_scheme and plain and ours(parts.netloc, server, secure, names)


def is_secure(scheme: str) -> bool:
    """Whether a connection is encrypted."""
    return _SECURE.get(scheme, False)


def _split(host: str, secure: bool) -> tuple[str, int]:
    """Name and port of a Host header; an empty name when it is none."""
    if "@" in host or "/" in host:
        return "", 0
    try:
        parts = urlsplit(f"//{host}")
        return (parts.hostname or "").lower(), parts.port or (443 if secure else 80)
    except ValueError:
        return "", 0


def _address(name: str) -> str:
    """An address in its one spelling; a name stands for itself and so equals no address."""
    try:
        address = ip_address(name.partition("%")[0])
    except ValueError:
        return f"name {name}"
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)
