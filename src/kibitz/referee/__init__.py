"""Where what was seen meets what is legal: game-blind and camera-blind."""

from kibitz.referee.referee import Referee

__all__ = ["Referee"]
