"""The camera process: one thread reads, one shows, this one looks. It ends when its pipe does.

source --> Reader (newest frame only) --> look at it --> Sighting  --.
                              '---------> JPEG of it --> Picture  ---+--> pipe
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from dataclasses import replace
from multiprocessing.connection import Connection

from kibitz.cameras.pushed import Pushed
from kibitz.cameras.reader import Reader, State
from kibitz.core.board import Point
from kibitz.core.errors import BadPicture, BadSetting, KibitzError
from kibitz.core.look import Look
from kibitz.core.observation import Frame
from kibitz.watching.news import Condition, Expect, Failed, News, Push, Show, Tap
from kibitz.watching.order import Order, source_of
from kibitz.watching.picture import shown
from kibitz.watching.sight import Sight
from kibitz.watching.sighting import Sighting

LOOK_EVERY_S = 0.08  # the referee wants ten looks a second; more would only warm the room
SHOW_EVERY_S = 0.038  # 25 pictures a second
TELL_EVERY_S = 0.5
SUGGEST_EVERY_S = 1.5  # searching for a grid takes a few tenths of a second
OPENING_S = 10.0
NICENESS = 5  # the screen comes before the camera


def main(pipe: Connection, order: Order) -> None:
    """Watch until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides
    import cv2

    cv2.setNumThreads(1)
    child = _Child(pipe, order)
    try:
        child.run()
    except KibitzError as fault:
        child.tell(Failed(str(fault)))
    except (BrokenPipeError, EOFError, OSError):
        pass
    os._exit(0)  # threads that wait for a camera are not waited for


class _Child:
    def __init__(self, pipe: Connection, order: Order) -> None:
        self._pipe, self._order = pipe, order
        self._lock = threading.Lock()
        self._show = threading.Event()
        self._expected: Look | None = None
        self._tapped: tuple[Point, ...] | None = None
        self._pushed: Pushed | None = None
        self._times: deque[tuple[float, int]] = deque(maxlen=60)
        self._found_at = self._searched_at = 0.0
        self._came, self._began = False, time.monotonic()

    def tell(self, news: News) -> None:
        """Put something into the pipe; it waits while the other end is busy."""
        with self._lock:
            self._pipe.send(news)

    def run(self) -> None:
        """Open everything and look until the pipe closes."""
        order = self._order
        self.tell(Condition("opening"))
        source = source_of(order.source, order.find)
        self._pushed = source if isinstance(source, Pushed) else None
        threading.Thread(target=self._listen, daemon=True).start()
        sight = self._sight()
        reader = Reader(source).start()
        if hasattr(os, "nice"):
            os.nice(NICENESS)
        threading.Thread(target=self._show_pictures, args=(reader,), daemon=True).start()
        self._watch(reader, sight)

    def _sight(self) -> Sight | None:
        if not self._order.game:
            return None
        from kibitz.vision.watch import Eye

        game = self._order.find(self._order.game)
        sight = Sight(Eye(game, self._order.piece_set, self._order.corners_px))
        sight.eye.warm()
        return sight

    # --- looking

    def _watch(self, reader: Reader, sight: Sight | None) -> None:
        last, told = -1, 0.0
        while True:
            began = time.monotonic()
            frame = reader.wait(last, timeout_s=0.25)
            if frame is not None:
                last, self._came = frame.id, True
                if sight:
                    self.tell(self._look(frame, sight))
            if time.monotonic() - told >= TELL_EVERY_S:
                told = time.monotonic()
                self.tell(self._condition(reader))
            ended = frame is None and reader.condition.state is State.ENDED
            time.sleep(max(0.0, (0.25 if ended else LOOK_EVERY_S) - (time.monotonic() - began)))

    def _look(self, frame: Frame, sight: Sight) -> Sighting:
        if self._tapped is not None:
            sight.eye.tap(self._tapped)
            self._order, self._tapped = replace(self._order, corners_px=self._tapped), None
        try:
            seen = sight.look(frame, self._expected)
        except BadSetting as fault:  # corners that span no board
            sight.eye.tap(())
            return Sighting(frame.at, frame.id, reason="bad_corners", sentence=str(fault))
        if sight.seen is not None:
            from kibitz.watching.rings import rings_of

            self._found_at = time.monotonic()
            return replace(seen, rings=rings_of(sight.seen, sight.game, sight.eye.piece_set))
        return replace(seen, suggestion_px=self._suggested(frame, sight))

    def _suggested(self, frame: Frame, sight: Sight) -> tuple[Point, ...]:
        """Where a board without marks seems to lie, looked for now and then."""
        from kibitz.vision.grid import suggested

        now = time.monotonic()
        if now - max(self._found_at, self._searched_at) < SUGGEST_EVERY_S:
            return ()
        self._searched_at = now
        found = suggested(frame.image, sight.game.plan)
        return () if found is None else tuple((float(x), float(y)) for x, y in found.corners_px)

    def _condition(self, reader: Reader) -> Condition:
        now, shot = time.monotonic(), reader.shot()
        self._times.append((now, shot.id if shot else 0))
        past, number = next(((t, n) for t, n in self._times if now - t <= 3.0))
        fps = max(0.0, (self._times[-1][1] - number) / (now - past)) if now > past else 0.0
        condition = reader.condition
        opening = condition.state is State.STALLED or condition.reason.endswith("is being opened.")
        if opening and not self._came and self._may_wait(now):
            return Condition("opening")
        return Condition(condition.state.value, condition.reason, round(fps, 1))

    def _may_wait(self, now: float) -> bool:
        """A phone is waited for until somebody holds it; others should answer within seconds."""
        return self._pushed is not None or now - self._began < OPENING_S

    # --- showing

    def _show_pictures(self, reader: Reader) -> None:
        last = -1
        try:
            while self._show.wait():
                began = time.monotonic()
                shot = reader.wait_shot(last, timeout_s=0.5)
                if shot is not None:
                    last = shot.id
                    try:
                        self.tell(shown(shot, time.time()))
                    except BadPicture:
                        continue
                time.sleep(max(0.0, SHOW_EVERY_S - (time.monotonic() - began)))
        except OSError:
            os._exit(0)

    # --- listening

    def _listen(self) -> None:
        """Take in what is told; the process ends with the pipe."""
        try:
            while True:
                self._told(self._pipe.recv())
        except (EOFError, OSError):
            os._exit(0)

    def _told(self, told: object) -> None:
        match told:
            case Push(data) if self._pushed is not None:
                try:
                    self._pushed.push(data)
                except BadPicture as fault:
                    self.tell(Condition("stalled", str(fault)))
            case Tap(corners):
                self._tapped = corners
            case Expect(look):
                self._expected = look
            case Show(wanted):
                self._show.set() if wanted else self._show.clear()
