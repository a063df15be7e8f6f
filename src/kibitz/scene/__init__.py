"""Boards photographed without a camera: any plan and look, under any light, through any lens.

photo = render(game.plan, game.look(position), game.faces, game.piece_sets[0], Scene(), seed=7)
cv2.imwrite("board.png", photo.image)
"""

from kibitz.scene.camera import Camera, framed
from kibitz.scene.hand import Hand
from kibitz.scene.lens import Lens
from kibitz.scene.light import Bars, Light
from kibitz.scene.photograph import Photograph, Scene, Table, render
from kibitz.scene.pieces import Style
from kibitz.scene.sheet import Sheet
from kibitz.scene.solids import Solid

__all__ = [
    "Bars",
    "Camera",
    "Hand",
    "Lens",
    "Light",
    "Photograph",
    "Scene",
    "Sheet",
    "Solid",
    "Style",
    "Table",
    "framed",
    "render",
]
