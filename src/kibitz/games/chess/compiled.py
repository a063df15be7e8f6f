"""The kernels as machine code, made ready in the background so that nobody waits for them.

numba's cache on disk does not notice when a function of another file changes. So the kernels are put together
into one file, whose name is a hash of its text and of all versions involved, and compiled from there.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import logging
import os
import sys
import tempfile
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

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
    try:
        path = _written(text)
    except OSError:
        module = ModuleType("kibitz_chess")
        exec(compile(text.replace("cache=True", "cache=False"), "<chess kernels>", "exec"), module.__dict__)
        return module
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def joined() -> str:
    """The text of all kernels as one module."""
    body: list[ast.stmt] = []
    for part in PARTS:
        source = Path(__file__).with_name(f"{part}.py").read_text(encoding="utf-8")
        body += [node for node in ast.parse(source).body if not _is_left_out(node)]
    return ast.unparse(ast.Module(body, []))


def _is_left_out(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith((_PACKAGE, "__future__"))


def _written(text: str) -> Path:
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"kibitz_chess_{_fingerprint(text)}.py"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    return path


def _folder() -> Path:
    import platformdirs

    root = os.environ.get("KIBITZ_CACHE_DIR") or platformdirs.user_cache_dir("kibitz")
    return Path(root) / "kernels"


def _fingerprint(text: str) -> str:
    import llvmlite
    import numba

    versions = f"{numba.__version__} {llvmlite.__version__} {sys.version}"
    return hashlib.sha256(f"{text}\0{versions}".encode()).hexdigest()[:20]
