"""Which source a text means; files and folders; what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz.cameras.device import Device
from kibitz.cameras.file import File
from kibitz.cameras.folder import Folder
from kibitz.cameras.http_still import HttpStill
from kibitz.cameras.mjpeg import Mjpeg
from kibitz.cameras.picture import checked, decoded
from kibitz.cameras.source import open_source
from kibitz.cameras.stream import Stream
from kibitz.core.errors import BadFile, BadPicture, BadSetting, KibitzError
from tests.cameras.servers import picture


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("0", Device),
        ("http://192.0.2.7:8080/shot.jpg", HttpStill),
        ("http://192.0.2.7:8080", HttpStill),
        ("https://192.0.2.7/shot.jpg?quality=80", HttpStill),
        ("http://192.0.2.7:4747/video", Mjpeg),
        ("http://192.0.2.7:4747/mjpegfeed?960x720", Mjpeg),
        ("rtsp://192.0.2.7:8080/h264_pcm.sdp", Stream),
        ("HTTP://[2001:db8::1]:8080/shot.jpg", HttpStill),
    ],
)
def test_a6_a_text_says_which_camera(text: str, kind: type) -> None:
    assert type(open_source(text)) is kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "file:///etc/passwd",
        "ftp://host/video",
        "gopher://host",
        "javascript://host",
        "http://",
        "http:///shot.jpg",
        "http://host:99999/",
        "http://host:port/",
        "http://ho st/",
        "http://host/\r\nEvil: 1",
        "http://hóst/",
        "http://" + "a" * 3000,
        "64",
        "99999999999999999999",
        "simulated:chess",
        "a\0b",
        "x" * 9000,
    ],
)
def test_other_texts_are_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(KibitzError) as refused:
        open_source(text)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 300


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(BadFile, match=r"nowhere\.mp4"):
        open_source("nowhere.mp4")


def test_a_password_is_not_shown_when_an_address_is_refused() -> None:
    with pytest.raises(BadSetting) as refused:
        open_source("http://ann:secret@host:port/")
    assert "secret" not in str(refused.value)


def write(path: Path, shade: int) -> None:
    path.write_bytes(picture(shade))


def test_a_folder_gives_its_pictures_in_name_order_one_second_apart(tmp_path: Path) -> None:
    for name, shade in (("b.jpg", 60), ("a.JPG", 30), ("c.jpeg", 90)):
        write(tmp_path / name, shade)
    (tmp_path / "notes.txt").write_text("no picture")
    frames = list(open_source(str(tmp_path)))
    assert [frame.at for frame in frames] == [0.0, 1.0, 2.0]
    assert [round(int(np.median(frame.image)), -1) for frame in frames] == [30, 60, 90]


def test_a_folder_of_ours_keeps_its_frame_rate(tmp_path: Path) -> None:
    for number in range(3):
        write(tmp_path / f"{number}.jpg", 50)
    (tmp_path / "truth.json").write_text(json.dumps({"fps": 10}))
    assert [frame.at for frame in open_source(str(tmp_path))] == [0.0, 0.1, 0.2]


@pytest.mark.parametrize("truth", ["{", "[]", '{"fps": "x"}', '{"fps": 0}', '{"fps": 1e400}', "[" * 5000])
def test_a_truth_that_is_not_ours_is_ignored(tmp_path: Path, truth: str) -> None:
    for number in range(2):
        write(tmp_path / f"{number}.jpg", 50)
    (tmp_path / "truth.json").write_text(truth)
    assert [frame.at for frame in open_source(str(tmp_path))] == [0.0, 1.0]


def test_a5_a_picture_that_cannot_be_read_is_skipped_and_the_times_stay(tmp_path: Path) -> None:
    write(tmp_path / "0.jpg", 50)
    (tmp_path / "1.jpg").write_bytes(b"no picture")
    (tmp_path / "2.jpg").write_bytes(picture()[:200])
    write(tmp_path / "3.jpg", 50)
    source = open_source(str(tmp_path))
    assert [(frame.at, frame.id) for frame in source] == [(0.0, 0), (3.0, 3)]
    assert source.skipped == 2 and "2.jpg" in source.reason


def test_an_empty_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no pictures"):
        list(open_source(str(tmp_path)))


def test_a_video_gives_every_frame_at_its_time(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 8.0, (64, 48))
    for shade in range(0, 200, 20):
        writer.write(np.full((48, 64, 3), shade, np.uint8))
    writer.release()
    source = open_source(str(path))
    assert isinstance(source, File)
    frames = list(source)
    assert [frame.at for frame in frames] == [i / 8 for i in range(10)]
    assert [frame.id for frame in frames] == list(range(10))
    assert [frame.id for frame in source] == list(range(10)), "it can be read again"


@pytest.mark.parametrize("content", [b"", b"no video at all" * 100])
def test_a_file_that_is_no_video_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with pytest.raises(BadFile, match="not a video"):
        list(open_source(str(path)))


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_pictures_of_every_kind_are_measured_before_they_are_decoded(ending: str) -> None:
    image = np.full((30, 50, 3), 128, np.uint8)
    data = cv2.imencode(ending, image)[1].tobytes()
    assert checked(data) == (50, 30)
    assert decoded(data).shape == (30, 50, 3)


@pytest.mark.parametrize("cut", range(0, 300, 7))
def test_a_jpeg_cut_anywhere_is_refused(cut: int) -> None:
    with pytest.raises(BadPicture):
        checked(picture()[:cut])


def test_a_grey_picture_is_given_in_colour() -> None:
    data = cv2.imencode(".png", np.full((20, 20), 77, np.uint8))[1].tobytes()
    assert decoded(data).shape == (20, 20, 3)


def test_a_very_large_picture_is_read_at_half_its_size() -> None:
    data = cv2.imencode(".jpg", np.zeros((100, 5000, 3), np.uint8))[1].tobytes()
    assert decoded(data).shape == (50, 2500, 3)


def test_the_folder_and_file_sources_are_no_live_cameras() -> None:
    assert not Folder.live and not File.live and HttpStill.live
