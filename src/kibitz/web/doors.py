"""The doors of the server: sockets that listen, opened before anything slow is loaded."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core.errors import BadSetting

if TYPE_CHECKING:
    from kibitz.web.certificate import Certificate

NEXT_PORTS = 20


@dataclass(frozen=True)
class Door:
    """A socket that listens, with a certificate where it speaks https."""

    socket: socket.socket
    certificate: Certificate | None = None

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])


def listening(host: str, port: int, *, or_next: bool, option: str = "--port") -> socket.socket:
    """A socket on this port, or on one of the next when that is allowed; raises BadSetting."""
    for attempt in range(port, port + (NEXT_PORTS if or_next and port else 1)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Named as TCP, or asyncio does not turn Nagle's algorithm off and a second message waits 40 ms.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, attempt))
            made.listen(1024)
        except OSError as error:
            made.close()
            reason = error.strerror or str(error)
        else:
            return made
    raise BadSetting(f"Port {port} on {host} cannot be used ({reason}); choose another by {option}.")
