"""One game in progress: players, clock, referee and record around one board."""

from kibitz.table.clock import Clock, Control
from kibitz.table.state import Phase, State
from kibitz.table.table import Table

__all__ = ["Clock", "Control", "Phase", "State", "Table"]
