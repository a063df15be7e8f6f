"""Code that Kibitz writes for itself and numba compiles, kept in the user's cache folder.

numba's cache on disk does not notice when a constant, or a function of another file, has changed. So what
belongs together is put into one text, and the name of its file is a hash of it and of all versions involved.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from kibitz.core.folders import cache_folder

one_writer = threading.RLock()
"""Held while source is taken apart and written anew: Python 3.11 counts the depth of a syntax tree for all
threads together, and when two build one at a time, now and then one of them ends in a SystemError."""


def module_of(text: Callable[[bool], str], name: str, *, beside: str = "") -> ModuleType:
    """The module of a text, from the cache folder, or in memory where that cannot be written.

    `text` is asked whether numba may cache; `beside` is what the code depends on without holding it.
    """
    try:
        return _from_file(written(text(True), name, beside=beside))
    except OSError:
        module = ModuleType(f"kibitz_{name}")
        exec(compile(text(False), f"<{name}>", "exec"), module.__dict__)
        return module


def written(text: str, name: str, *, beside: str = "") -> Path:
    """The file with this text in the cache folder."""
    folder = cache_folder("kernels")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{name}_{_fingerprint(text, beside)}.py"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        handle, part = tempfile.mkstemp(dir=folder, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(part).replace(path)
    return path


def _fingerprint(*texts: str) -> str:
    import llvmlite
    import numba

    versions = f"{numba.__version__} {llvmlite.__version__} {sys.version}"
    return hashlib.sha256("\0".join((*texts, versions)).encode()).hexdigest()[:20]


def _from_file(path: Path) -> ModuleType:
    """The module in a file, compiled or loaded from numba's cache beside it."""
    spec = importlib.util.spec_from_file_location(f"kibitz_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
