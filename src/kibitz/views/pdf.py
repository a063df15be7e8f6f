"""Pages of ink as a PDF: vectors only, in true millimetres, with built-in fonts."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from kibitz.core.board import Point
from kibitz.views.ink import CAP_SHARE, Area, Disc, Ink, Stroke, Words, latin
from kibitz.views.sheet import Page

POINTS_PER_MM = 72 / 25.4


def pdf(pages: Sequence[Page], title: str = "") -> bytes:
    """The pages as a file that asks its viewer not to scale them; equal pages give equal bytes."""
    file = BytesIO()
    canvas = Canvas(file, pageCompression=1, invariant=1)
    canvas.setTitle(latin(title))
    canvas.setCreator("kibitz")
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        _Pen(canvas, page.size_mm).draw(page.ink)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


class _Pen:
    """Draws on the current page, turning millimetres from the top into points from the bottom."""

    def __init__(self, canvas: Any, size_mm: Point) -> None:
        self._canvas, self._height_mm = canvas, size_mm[1]
        canvas.setPageSize((size_mm[0] * POINTS_PER_MM, size_mm[1] * POINTS_PER_MM))
        canvas.setLineJoin(1)

    def draw(self, drawn: Sequence[Ink]) -> None:
        for ink in drawn:
            match ink:
                case Area():
                    self._path(ink.outline_mm, ink.fill, ink.line, ink.line_mm, closed=True)
                case Stroke():
                    self._path(ink.points_mm, "", ink.line, ink.line_mm, closed=False)
                case Disc():
                    self._disc(ink)
                case Words():
                    self._words(ink)

    def _at(self, point: Point) -> Point:
        return point[0] * POINTS_PER_MM, (self._height_mm - point[1]) * POINTS_PER_MM

    def _colours(self, fill: str, line: str, line_mm: float) -> dict[str, int]:
        if fill:
            self._canvas.setFillColor(HexColor(fill))
        if line:
            self._canvas.setStrokeColor(HexColor(line))
            self._canvas.setLineWidth(line_mm * POINTS_PER_MM)
        return {"fill": int(bool(fill)), "stroke": int(bool(line))}

    def _path(self, points: tuple[Point, ...], fill: str, line: str, line_mm: float, *, closed: bool) -> None:
        path = self._canvas.beginPath()
        path.moveTo(*self._at(points[0]))
        for point in points[1:]:
            path.lineTo(*self._at(point))
        if closed:
            path.close()
        self._canvas.drawPath(path, **self._colours(fill, line, line_mm))

    def _disc(self, disc: Disc) -> None:
        x, y = self._at(disc.centre_mm)
        self._canvas.circle(
            x, y, disc.radius_mm * POINTS_PER_MM, **self._colours(disc.fill, disc.line, disc.line_mm)
        )

    def _words(self, words: Words) -> None:
        font, text = "Helvetica-Bold" if words.bold else "Helvetica", latin(words.text)
        size = words.height_mm / CAP_SHARE * POINTS_PER_MM
        wide = stringWidth(text, font, size)
        if words.most_mm and wide > words.most_mm * POINTS_PER_MM:
            size *= words.most_mm * POINTS_PER_MM / wide
        x, y = self._at(words.centre_mm)
        self._canvas.setFont(font, size)
        self._canvas.setFillColor(HexColor(words.colour))
        self._canvas.drawCentredString(x, y - size * CAP_SHARE / 2, text)
