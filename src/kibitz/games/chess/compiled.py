"""The kernels as machine code, made ready in the background so that nobody waits for them.

They are put together into one text and compiled from there: core/kernels.py says why.
"""

from __future__ import annotations

import ast
import logging
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.core.kernels import module_of, one_writer

PARTS = (
    *("geometry", "bits", "memo", "making", "generating", "features", "endings", "evaluation"),
    *("exchange", "table", "ordering", "searching", "entering"),
)
PATIENCE_S = 180.0
"""How long `wait` waits for the compiler."""

_PACKAGE = __name__.rpartition(".")[0]
_log = logging.getLogger(__name__)
_lock = threading.Lock()
_thread: threading.Thread | None = None
_made: ModuleType | None = None


def warm() -> None:
    """Begin to load the kernels, or to compile them on the very first start."""
    global _thread
    with _lock:
        if _thread is None:
            _thread = threading.Thread(target=_make, name="chess-kernels", daemon=True)
            _thread.start()


def ready() -> Any:
    """The module of kernels if it can be used at once, else None."""
    return _made


def wait(seconds: float | None = PATIENCE_S) -> Any:
    """The kernels, waiting for them; None if they cannot be made here."""
    warm()
    assert _thread is not None
    _thread.join(seconds)
    return _made


def _make() -> None:
    global _made
    try:
        _made = _loaded()
    except Exception:  # whatever the compiler dislikes here, the plain search goes on playing
        _log.warning("the chess kernels could not be compiled; the bot plays more weakly", exc_info=True)


def _loaded() -> ModuleType:
    text = joined()
    return module_of(lambda cached: text if cached else text.replace("cache=True", "cache=False"), "chess")


def joined() -> str:
    """The text of all kernels as one module."""
    body: list[ast.stmt] = []
    with one_writer:
        for part in PARTS:
            source = Path(__file__).with_name(f"{part}.py").read_text(encoding="utf-8")
            body += [node for node in ast.parse(source).body if not _is_left_out(node)]
        return ast.unparse(ast.Module(body, []))


def _is_left_out(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith((_PACKAGE, "__future__"))
