"""The camera process: what it tells, and that it ends when it should."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

from kibitz.cli.chosen import game_named
from kibitz.core.errors import BadSetting
from kibitz.watching.link import Link
from kibitz.watching.news import Condition, Failed, News
from kibitz.watching.order import Order, check
from kibitz.watching.picture import Picture
from kibitz.watching.sighting import Sighting

FILM = "simulated:draughts/poznan?plies=1&fps=10&size=640x480&seed=3"
PATIENCE_S = 120


class Heard:
    """Everything a process tells."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self._came = threading.Condition()

    def __call__(self, news: News) -> None:
        with self._came:
            self.news.append(news)
            self._came.notify_all()

    def until(self, wanted: Callable[[News], bool]) -> News:
        """The first thing that is as wanted, heard already or still to come."""
        with self._came:
            assert self._came.wait_for(lambda: any(map(wanted, self.news)), PATIENCE_S), self.news[-3:]
            return next(news for news in self.news if wanted(news))


def test_a_process_sees_the_board_and_shows_pictures_only_when_they_are_wanted() -> None:
    heard = Heard()
    link = Link(Order(FILM, game_named, "draughts/poznan"), heard).start()
    try:
        seen = heard.until(lambda news: isinstance(news, Sighting) and news.look is not None)
        assert isinstance(seen, Sighting) and len(seen.rings) == 24 and len(seen.corners_px) == 4
        assert not any(isinstance(news, Picture) for news in heard.news)
        link.show(True)
        picture = heard.until(lambda news: isinstance(news, Picture))
        assert isinstance(picture, Picture) and picture.jpeg[:2] == b"\xff\xd8"
        assert picture.size_px == (640, 480)
    finally:
        link.close()


def test_a_killed_process_is_told_of_and_replaced() -> None:
    heard = Heard()
    link = Link(Order(FILM, game_named), heard).start()
    try:
        heard.until(lambda news: isinstance(news, Condition) and news.state == "connected")
        first, told = link.pid, len(heard.news)
        assert first
        os.kill(first, signal.SIGKILL)
        heard.until(lambda news: isinstance(news, Condition) and news.state == "lost")
        heard.until(lambda news: news in heard.news[told:] and getattr(news, "state", "") == "connected")
        assert link.pid != first
    finally:
        link.close()
    assert link.pid is not None
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.kill(link.pid, 0)
            time.sleep(0.05)


def test_what_cannot_be_done_is_said_once_and_not_tried_again() -> None:
    heard = Heard()
    link = Link(Order("simulated:draughts/poznan?size=1x1", game_named), heard).start()
    failed = heard.until(lambda news: isinstance(news, Failed))
    assert isinstance(failed, Failed) and "size" in failed.sentence
    link.close()
    assert sum(isinstance(news, Failed) for news in heard.news) == 1


@pytest.mark.parametrize("text", ["/etc/passwd", "file:///x", "0", "usb:x", "ftp://a/b", "", " "])
def test_no_file_of_this_machine_can_be_asked_for(text: str) -> None:
    with pytest.raises(BadSetting):
        check(text)
