"""By which addresses and names this machine can be reached in the local network."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from ipaddress import ip_address

# Nothing is sent to these: connecting a datagram socket only chooses the interface that would be used.
_TOWARDS = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "192.0.2.254", "198.51.100.1")


def local_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this machine, the likeliest first, without the loopback."""
    found = [address for target in _TOWARDS if (address := _towards(target))]
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return tuple(dict.fromkeys(one for one in found if not ip_address(one).is_loopback))


def _towards(target: str) -> str:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((target, 9))
        return str(probe.getsockname()[0])
    return ""


def local_names() -> tuple[str, ...]:
    """Host names of this machine as other machines may call it."""
    name = socket.gethostname().lower().partition(".")[0]
    if not re.fullmatch(r"[a-z0-9-]{1,63}", name):
        return ()
    return name, f"{name}.local"
