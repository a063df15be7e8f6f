"""Every rule set that has a name, with the book its draw rules come from; where there is none, it says so."""

from __future__ import annotations

import difflib
from dataclasses import replace

from kibitz.core.errors import UnknownGame, quoted
from kibitz.games.draughts.switches import DrawRules, Ending, Variant

__all__ = ["PRESETS", "DrawRules", "Ending", "Variant", "preset"]

_THREE_KINGS = ("KKK", "KKM", "KMM")

# FMJD, Official Rules for international draughts: 25 king moves; 16 moves for three against one; 5 for two.
_FMJD = DrawRules(
    repetition=3,
    quiet_moves=25,
    endings=(
        Ending(16, strong=_THREE_KINGS, weak=("K",)),
        Ending(5, strong=("KK", "KM", "K"), weak=("K",)),
    ),
)
# FMJD section 64, Russian draughts: 15 king moves; three kings against one; the main road; few pieces.
_RUSSIAN = DrawRules(
    repetition=3,
    quiet_moves=15,
    endings=(
        Ending(5, strong=_THREE_KINGS, weak=("K",), main_road=True),
        Ending(15, strong=("KKK",), weak=("K",), or_more=True),
        Ending(5, pieces=(2, 3)),
        Ending(30, pieces=(4, 5)),
        Ending(60, pieces=(6, 7)),
    ),
)
# FMJD section 64, Brazilian draughts: 20 king moves, and five endings of five moves.
_BRAZILIAN = DrawRules(
    repetition=3,
    quiet_moves=20,
    endings=(
        Ending(5, strong=("KK",), weak=("KK", "K", "KM")),
        Ending(5, strong=("K", "KM"), weak=("K",)),
    ),
)
# WCDF rules of draughts: 40 moves of each side without a man's move or a capture.
_ENGLISH = DrawRules(repetition=3, quiet_moves=40)
# FID, Regolamento tecnico, capo I: fourth repetition, 40 moves.
_ITALIAN = DrawRules(repetition=4, quiet_moves=40)
# APCA pool checkers: a thirteen-move count for three kings against one.
_POOL = DrawRules(
    repetition=3, quiet_moves=40, endings=(Ending(13, strong=("KKK",), weak=("K",), or_more=True),)
)
# Spanish and Portuguese federations: three kings have 12 moves to win against one.
_IBERIAN = DrawRules(
    repetition=3, quiet_moves=20, endings=(Ending(12, strong=("KKK",), weak=("K",), or_more=True),)
)
# PFDB, Frisian draughts: two kings have seven moves against one; one against one is a draw after two.
_FRISIAN = DrawRules(
    repetition=3, endings=(Ending(7, strong=("KK",), weak=("K",)), Ending(2, strong=("K",), weak=("K",)))
)
# Turkish custom: a king against a king that cannot be captured at once is a draw.
_TURKISH = DrawRules(repetition=3, quiet_moves=40, endings=(Ending(1, strong=("K",), weak=("K",)),))
# Killer draughts was made so that two kings beat one; only king against king is left of the short endings.
_KILLER = DrawRules(repetition=3, quiet_moves=25, endings=(Ending(5, strong=("K",), weak=("K",)),))
# No written rule was found (SPEC A and D are silent): games end by repetition and after 40 quiet moves.
_HOUSE = DrawRules(repetition=3, quiet_moves=40)

_INTERNATIONAL = Variant(
    "international", "International draughts", 20, size=10, rows=4, precedence=("most",), draws=_FMJD
)
_RUSSIAN_DRAUGHTS = Variant("russian", "Russian draughts", 25, promotion="in_passing", draws=_RUSSIAN)
_POOL_CHECKERS = Variant("pool", "Pool checkers", 23, first="black", draws=_POOL)
_ENGLISH_DRAUGHTS = Variant(
    "english",
    "English draughts (American checkers)",
    21,
    first="black",
    men_capture_backward="never",
    flying_kings=False,
    king_lands="directly",
    promotion="stops",
    draws=_ENGLISH,
)
_SPANISH_DRAUGHTS = Variant(
    "spanish",
    "Spanish draughts",
    24,
    upper_left="dark",
    men_capture_backward="never",
    precedence=("most", "most_kings"),
    promotion="stops",
    draws=_IBERIAN,
)
_FRISIAN_DRAUGHTS = Variant(
    "frisian",
    "Frisian draughts",
    40,
    size=10,
    rows=4,
    orthogonal_captures=True,
    precedence=("value", "with_king"),
    king_limit=3,
    draws=_FRISIAN,
)

_ALL = (
    Variant(
        "poznan",
        "Poznań draughts",
        upper_left="dark",
        capture_obligatory=False,
        continuing_obligatory=False,
        men_capture_backward="later",
        king_lands="directly",
        lifted="at_once",
        draws=_HOUSE,
    ),
    replace(
        _POOL_CHECKERS,
        name="kaaz",
        title="Kaaz draughts",
        pdn_type=None,
        crown_may_wait=False,
        draws=_HOUSE,
    ),
    _ENGLISH_DRAUGHTS,
    replace(
        _ENGLISH_DRAUGHTS,
        name="italian",
        title="Italian draughts",
        pdn_type=22,
        first="white",
        upper_left="dark",
        men_capture_kings=False,
        precedence=("most", "with_king", "most_kings", "kings_first"),
        draws=_ITALIAN,
    ),
    _RUSSIAN_DRAUGHTS,
    replace(
        _INTERNATIONAL,
        name="brazilian",
        title="Brazilian draughts",
        pdn_type=26,
        size=8,
        rows=3,
        draws=_BRAZILIAN,
    ),
    _POOL_CHECKERS,
    _INTERNATIONAL,
    replace(_INTERNATIONAL, name="canadian", title="Canadian draughts", pdn_type=27, size=12, rows=5),
    Variant(
        "czech",
        "Czech draughts",
        29,
        men_capture_backward="never",
        precedence=("with_king",),
        promotion="stops",
        draws=DrawRules(repetition=3, quiet_moves=15),
    ),
    _SPANISH_DRAUGHTS,
    replace(_SPANISH_DRAUGHTS, name="portuguese", title="Portuguese draughts", pdn_type=28),
    _FRISIAN_DRAUGHTS,
    replace(_FRISIAN_DRAUGHTS, name="frysk", title="Frysk!", pdn_type=None, rows=1),
    replace(
        _INTERNATIONAL,
        name="killer",
        title="Killer draughts",
        pdn_type=None,
        king_lands="directly_behind_last_king",
        draws=_KILLER,
    ),
    Variant(
        "turkish",
        "Turkish draughts",
        30,
        lines="orthogonal",
        rows=2,
        rows_behind=1,
        men_capture_backward="never",
        king_turns_back=False,
        lifted="at_once",
        precedence=("most",),
        draws=_TURKISH,
    ),
    Variant(
        "thai",
        "Thai draughts",
        31,
        first="black",
        rows=2,
        men_capture_backward="never",
        king_lands="directly",
        lifted="at_once",
        promotion="stops",
        draws=_HOUSE,
    ),
)

PRESETS: dict[str, Variant] = {variant.name: variant for variant in _ALL}


def preset(name: str) -> Variant:
    """The rule set of this name; `-losing` and `-breakthrough` after it make those games of it."""
    plain, _, aim = name.partition("-")
    if plain not in PRESETS or (aim not in _AIMS and name != plain):
        raise UnknownGame(_no_such(name))
    return PRESETS[plain] if name == plain else _aimed(PRESETS[plain], aim)


_AIMS = ("losing", "breakthrough")


def _aimed(variant: Variant, aim: str) -> Variant:
    title = f"{variant.title}, {'losing' if aim == 'losing' else 'breakthrough'} game"
    return replace(
        variant,
        name=f"{variant.name}-{aim}",
        title=title,
        pdn_type=None,
        losing=aim == "losing",
        breakthrough=aim == "breakthrough",
    )


def _no_such(name: str) -> str:
    every = [*PRESETS, *(f"{plain}-{aim}" for plain in PRESETS for aim in _AIMS)]
    close = difflib.get_close_matches(name[:40], every, 1)
    hint = (
        f"did you mean {close[0]}?"
        if close
        else f"there are {', '.join(PRESETS)} (and -losing, -breakthrough)."
    )
    return f"There is no draughts rule set called {quoted(name)}; {hint}"
