"""docs/api.md: its client runs as it stands, and nothing of the API is missing from it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute

from kibitz.web import faults, shapes
from kibitz.web.app import ROUTERS
from tests.web.serving import Served

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
ROUTES = [route for router in ROUTERS for route in router.routes]


def test_the_client_of_the_page_plays_a_game_in_ten_lines(served: Served, tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len([line for line in code.splitlines() if line and "import" not in line]) <= 10
    (tmp_path / "client.py").write_text(code)
    done = subprocess.run(
        [sys.executable, tmp_path / "client.py", f"localhost:{served.port}"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert re.fullmatch(r"(first|second) wins after \d+ moves\n", done.stdout), done.stderr


@pytest.mark.parametrize("path", sorted({route.path for route in ROUTES}))  # type: ignore[attr-defined]  # all have one
def test_every_address_is_in_the_page(path: str) -> None:
    assert re.search(rf"{re.escape(path.replace(':int', ''))}[`?]", PAGE)


def test_every_method_is_in_the_page() -> None:
    for route in ROUTES:
        if isinstance(route, APIRoute):
            path = re.escape(route.path.replace(":int", ""))
            (line,) = re.findall(rf"^\|.*{path}[`?].*$", PAGE, re.MULTILINE)[:1]
            assert all(method in line or _above(route.path, method) for method in route.methods or ()), line
        else:
            assert isinstance(route, APIWebSocketRoute)


def _above(path: str, method: str) -> bool:
    """A line of its own for another method of the same address."""
    return bool(re.search(rf"^\|.*{method}[^|]*{re.escape(path)}[`?]", PAGE, re.MULTILINE))


def test_every_action_and_every_code_of_an_error_is_in_the_page(served: Served) -> None:
    document = served.get("/api/openapi.json").json()
    actions = [one for one in vars(shapes).values() if "action" in getattr(one, "model_fields", {})]
    assert len(actions) >= 13
    for shape in actions:
        name = shape.model_json_schema()["properties"]["action"]["const"]
        assert f"`{name}`" in PAGE
    for _, _, code in faults.KNOWN:
        assert f"`{code}`" in PAGE
    assert document["openapi"].startswith("3.1")
