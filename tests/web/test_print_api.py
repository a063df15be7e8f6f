"""Boards to print over HTTP."""

from __future__ import annotations

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.web.serving import Served


def test_a_board_is_a_pdf_of_the_size_of_the_paper(served: Served) -> None:
    answer = served.get("/api/print", params={"game": "draughts/poznan", "paper": "a4", "pieces": "true"})
    assert answer.headers["content-type"] == "application/pdf"
    assert 'filename="draughts-poznan-a4.pdf"' in answer.headers["content-disposition"]
    document = pypdfium2.PdfDocument(answer.content)
    assert [round(side * 25.4 / 72) for side in document[0].get_size()] == [210, 297]
    facts = served.get("/api/print/pages", params={"game": "draughts/poznan", "pieces": "true"}).json()
    assert facts["pages"] == len(document)
    assert facts["layouts"] == ["kibitz", "2019"]
    document.close()


def test_the_preview_shows_the_whole_page(served: Served) -> None:
    answer = served.get("/api/print/page", params={"game": "ur", "paper": "a3", "pieces": "true", "page": 2})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert 'viewBox="0 0 420 297"' in answer.text


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"game": "chess", "paper": "a0"},
        {"game": "chess", "layout": "2019"},
        {"game": "chess", "piece_set": "gold"},
        {"game": "no/such"},
        {"game": "chess", "page": "2"},
        {"game": "chess", "page": "999"},
        {"game": "/etc/passwd.toml"},
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_sentence(served: Served, query: dict[str, str]) -> None:
    answer = served.get("/api/print/page", params=query)
    assert answer.status_code in (404, 422)
    assert answer.json()["error"]["message"]
