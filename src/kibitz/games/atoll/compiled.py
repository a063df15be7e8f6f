"""The compiled kernels, made ready in the background so that nobody waits for them."""

from __future__ import annotations

import importlib
import logging
import threading
from dataclasses import dataclass
from types import ModuleType

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_thread: threading.Thread | None = None
_made: Compiled | None = None


@dataclass(frozen=True, slots=True)
class Compiled:
    """The two modules of machine code."""

    kernels: ModuleType
    exact: ModuleType


def warm() -> None:
    """Begin to load the kernels, or to compile them on the very first start."""
    global _thread
    with _lock:
        if _thread is None:
            _thread = threading.Thread(target=_make, name="atoll-kernels", daemon=True)
            _thread.start()


def ready() -> Compiled | None:
    """The kernels if they can be used at once."""
    return _made


def wait(seconds: float | None = None) -> Compiled | None:
    """The kernels, waiting for them; none if they cannot be made here."""
    warm()
    assert _thread is not None
    _thread.join(seconds)
    return _made


def _make() -> None:
    global _made
    folder = __name__.rpartition(".")[0]
    try:
        _made = Compiled(*(importlib.import_module(f"{folder}.{name}") for name in ("kernels", "exact")))
    except Exception:  # whatever the compiler dislikes here, the plain search goes on playing
        _log.warning(
            "Atoll's kernels could not be compiled; the bot stays at its plain search", exc_info=True
        )
