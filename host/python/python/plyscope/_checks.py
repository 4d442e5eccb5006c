"""Arguments, checked where the native half would say less."""

from __future__ import annotations

import operator
from typing import Any, Optional, Sequence, Union

from ._native import UsageError

#: Moves as text such as "f5d6", or one by one.
Moves = Union[str, Sequence[object]]


def plain(value: Any) -> Any:
    """A number, bool or text of another library, such as numpy's, as Python's; arrays as lists."""
    for name in ("tolist", "item"):
        convert = getattr(value, name, None)
        if callable(convert) and not isinstance(value, type):
            return convert()
    return value


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number in a range."""
    value = plain(value)
    try:
        number = int(value) if isinstance(value, float) and value.is_integer() else operator.index(value)
    except TypeError:
        raise UsageError(f"{name}={value!r}: give a whole number from {least:,} to {most:,}") from None
    if not least <= number <= most:
        raise UsageError(f"{name}={number}: give a whole number from {least:,} to {most:,}")
    return number


def optional(name: str, value: Any, least: int, most: int) -> Optional[int]:
    """The same, or None."""
    return None if value is None else whole(name, value, least, most)


def text_of(name: str, moves: Optional[Moves]) -> str:
    """Moves as text."""
    if moves is None or isinstance(moves, str):
        return moves or ""
    if isinstance(moves, (list, tuple)):
        return "".join(str(move) for move in moves)
    raise UsageError(f"{name}={moves!r}: give text such as 'f5d6', or a list of moves")
