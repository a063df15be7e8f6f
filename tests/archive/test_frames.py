"""Pictures that decided rulings are kept beside the database, bounded, and go with their game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.archive import frames
from kibitz.archive.store import Store
from kibitz.core.errors import BadPicture, BadSetting
from tests.archive.samples import played

JPEG = b"\xff\xd8\xff\xe0 a picture \xff\xd9"


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_a_frame_is_kept_with_its_entry(store: Store) -> None:
    game_id = store.begin(played("b2", "a1"))
    assert store.keep_frame(game_id, 2, JPEG)
    assert store.frame(game_id, 2) == JPEG
    assert store.frame(game_id, 1) is None
    assert files(store.frames.folder) == ["000002.jpg"]


def test_a_frame_of_an_entry_that_is_not_there_is_refused(store: Store) -> None:
    game_id = store.begin(played("b2"))
    for seq in (-1, 2):
        with pytest.raises(BadSetting, match="1 entries"):
            store.keep_frame(game_id, seq, JPEG)


def test_what_is_no_jpeg_or_too_large_is_refused(store: Store) -> None:
    game_id = store.begin(played("b2"))
    large = b"\xff\xd8\xff" + bytes(frames.LARGEST_BYTES) + b"\xff\xd9"
    for data in (b"", b"GIF89a", JPEG[:-1], large):
        with pytest.raises(BadPicture):
            store.keep_frame(game_id, 1, data)
    assert files(store.frames.folder) == []


def test_a_game_keeps_no_more_frames_than_it_may(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "MOST_FRAMES", 2)
    game_id = store.begin(played("b2", "a1", "c3"))
    assert [store.keep_frame(game_id, seq, JPEG) for seq in (1, 2, 3)] == [True, True, False]


def test_purging_a_game_removes_its_frames_and_no_others(store: Store) -> None:
    gone, kept = store.begin(played("b2")), store.begin(played("b2"))
    for game_id in (gone, kept):
        store.keep_frame(game_id, 1, JPEG)
    store.delete(gone)
    assert store.frame(gone, 1) == JPEG
    store.purge(gone)
    assert len(files(store.frames.folder)) == 1 and store.frame(kept, 1) == JPEG
