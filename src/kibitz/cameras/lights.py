"""The lights a simulated table can stand in, by name, and what is left when the lamp goes out."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import BadSetting, quoted
from kibitz.scene import Bars, Lens, Light


@dataclass(frozen=True, slots=True)
class Mood:
    """A light, what the camera makes of it, and how much it rustles (of 255)."""

    light: Light
    lens: Lens
    noise: float


def _lens(exposure: float, balance: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Lens:
    return Lens(
        blur_px=0.42, corners=0.0, exposure=exposure, balance=balance, noise=0.0, dark_noise=0.0, quality=0
    )


_DAY = Light(side_deg=215.0, up_deg=62.0, strength=0.7, room=(0.48, 0.47, 0.46), size=0.35)
MOODS = {
    "day": Mood(_DAY, _lens(0.93), 2.2),
    "lamp": Mood(
        Light(side_deg=300.0, up_deg=60.0, away_mm=900.0, colour=(0.72, 0.9, 1.0), room=(0.2, 0.23, 0.25)),
        _lens(0.92),
        2.8,
    ),
    "cool": Mood(
        Light(
            side_deg=160.0,
            up_deg=70.0,
            colour=(1.0, 0.96, 0.86),
            strength=0.6,
            room=(0.55, 0.5, 0.46),
            size=0.7,
        ),
        _lens(0.9),
        2.5,
    ),
    "side": Mood(
        Light(side_deg=190.0, up_deg=30.0, strength=1.0, room=(0.26, 0.25, 0.24), size=0.1), _lens(0.9), 3.0
    ),
    "window": Mood(
        Light(
            side_deg=230.0,
            up_deg=48.0,
            strength=0.8,
            room=(0.4, 0.36, 0.34),
            size=0.06,
            bars=Bars(35.0, 95.0, 14.0, True, 40.0),
        ),
        _lens(0.95),
        2.5,
    ),
    "dim": Mood(
        Light(
            side_deg=250.0,
            up_deg=55.0,
            colour=(0.7, 0.88, 1.0),
            strength=0.6,
            room=(0.3, 0.34, 0.36),
            size=0.3,
        ),
        _lens(0.48),
        5.0,
    ),
}
DARK = Mood(
    Light(side_deg=110.0, up_deg=70.0, strength=0.25, room=(0.5, 0.47, 0.44), size=1.0),
    _lens(0.55, (1.06, 1.0, 0.95)),
    4.5,
)
"""The room without its lamp."""


def mood(name: str) -> Mood:
    """The light of this name; raises BadSetting."""
    if name not in MOODS:
        raise BadSetting(f"There is no light {quoted(name)}; choose one of: {', '.join(MOODS)}.")
    return MOODS[name]
