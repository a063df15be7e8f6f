"""The files of the pages: every page at its address, tagged, packed, within its weight."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from kibitz.web.pages import PAGES, STATIC, Files
from tests.web.serving import Served

FIRST_PAGE_BYTES = 100_000


@pytest.mark.parametrize("page", ["/", "/play/abc", *(f"/{name}" for name in PAGES)])
def test_every_page_is_the_one_document_that_reads_its_address(served: Served, page: str) -> None:
    answer = served.get(page)
    assert answer.status_code == 200 and answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.content == (STATIC / "index.html").read_bytes()


def test_an_unknown_page_is_a_page_for_people_and_an_error_for_programs(served: Served) -> None:
    shown = served.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert shown.status_code == 404 and shown.headers["content-type"].startswith("text/html")
    assert served.get("/nowhere").json()["error"]["code"] == "not_found"
    assert served.get("/api/nowhere", headers={"accept": "text/html"}).json()["error"]["code"] == "not_found"


def test_a_file_that_the_browser_has_is_not_sent_again(served: Served) -> None:
    first = served.get("/app.js")
    assert first.headers["cache-control"] == "no-cache" and first.headers["content-type"].startswith(
        "text/javascript"
    )
    again = served.get("/app.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and not again.content
    assert again.headers["etag"] == first.headers["etag"]


def test_text_is_packed_for_those_who_take_it(served: Served) -> None:
    plain = served.get("/app.js", headers={"accept-encoding": "identity"})
    packed = served.get("/app.js", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip" and packed.content == plain.content
    assert "content-encoding" not in plain.headers and packed.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize("path", ["/api/texts?language=pl", "/api/games", "/api/game?name=chess"])
def test_what_never_changes_is_packed_and_not_sent_again_either(served: Served, path: str) -> None:
    first = served.get(path, headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip" and first.json()
    assert served.get(path, headers={"if-none-match": first.headers["etag"]}).status_code == 304


def test_a_changed_file_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.web.pages.LOOK_AGAIN_S", -1.0)
    path, files = tmp_path / "a.js", Files(tmp_path)
    path.write_text("1;" * 600)
    first = files.get("a.js")
    path.write_text("2;" * 600)
    second = files.get("a.js")
    assert first and second and first.tag != second.tag
    assert second.packed and gzip.decompress(second.packed) == second.content


def imported(name: str, seen: set[str]) -> set[str]:
    """A module and everything it imports without being asked, and everything those import."""
    if name in seen or not (STATIC / name).is_file():
        return seen
    seen.add(name)
    folder = Path("/" + name).parent
    for target in re.findall(
        r"^\s*(?:import|export)[^;'\"]*['\"]([^'\"]+)['\"]", (STATIC / name).read_text(), re.M
    ):
        inside = Path(target) if target.startswith("/") else folder / target
        imported(str(Path(*_plain(inside))), seen)
    return seen


def _plain(path: Path) -> list[str]:
    parts: list[str] = []
    for part in path.parts[1:]:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return parts


def test_the_first_page_weighs_under_100_kb(served: Served) -> None:
    """The menu: its document, styles, modules and texts, as they travel."""
    page = (STATIC / "index.html").read_text()
    files = {name.lstrip("/") for name in re.findall(r'(?:src|href)="([^"]+)"', page)}
    for name in [*files, "pages/menu.js", "style/pages/menu.css"]:
        files |= imported(name, set()) if name.endswith(".js") else {name}
    sizes = {
        name: int(served.get(f"/{name}", headers={"accept-encoding": "gzip"}).headers["content-length"])
        for name in {*files, ""}
        if name == "" or (STATIC / name).is_file()
    }
    for path in ("/api/texts", "/api/games", "/api/about"):
        answer = served.get(path, headers={"accept-encoding": "gzip"})
        sizes[path] = int(answer.headers["content-length"])
    assert sum(sizes.values()) < FIRST_PAGE_BYTES, sizes


def test_nothing_inline_and_nothing_from_elsewhere() -> None:
    """What the content security policy would refuse is not in the documents."""
    for page in STATIC.glob("*.html"):
        text = page.read_text()
        assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son[a-z]+=|javascript:", text), (
            page
        )
        assert not re.search(r"(?:src|href)=[\"'](?:https?:)?//", text), page
