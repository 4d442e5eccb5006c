"""Engines: an algorithm with its options and limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Optional, Union

from . import _native
from ._checks import plain
from ._native import UsageError

Setting = Union[str, int, float, bool]
#: An engine as text ("bfm" or "algorithm=bfm,nodes=5000") or as a dict of the same keys.
Engine = Union[str, Mapping[str, Setting]]


def _key(key: str) -> str:
    # In Python, names have no hyphens.
    return key.replace("_", "-")


#: Options that are on or off on the command line, and not switches.
_ON_OR_OFF = ("completion",)


def usual(engine: Optional[Engine], limits: Mapping[str, object]) -> Engine:
    """The engine, or the usual one where nothing names another."""
    if engine is not None:
        return engine
    return {} if "algorithm" in limits else "alpha-beta"


def _value(key: str, value: object) -> Optional[str]:
    """The text of a value; None for a switch that is off."""
    value = plain(value)
    if isinstance(value, bool) and key in _ON_OR_OFF:
        return "on" if value else "off"
    if value is None or value is False:
        return None
    if value is True:
        return "true"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        # 1e6 nodes.
        value = int(value)
    if isinstance(value, (str, int, float)) or hasattr(value, "__index__"):
        return str(value)
    raise UsageError(f"{key}: {value!r} is no value of an option: give text, a number or a bool")


def pairs(engine: Engine, limits: Mapping[str, object]) -> list[tuple[str, str]]:
    """Keys and values of an engine with more limits or options."""
    found: list[tuple[str, str]] = []
    if isinstance(engine, str):
        if "=" not in engine:
            found.append(("algorithm", engine.strip()))
        else:
            for part in engine.split(","):
                key, equals, value = part.partition("=")
                # As on the command line: a key alone is a switch.
                found.append((key.strip(), value.strip() if equals else "true"))
    elif isinstance(engine, Mapping):
        for name, given in engine.items():
            if not isinstance(name, str):
                raise UsageError(f"an engine's keys are text, not {name!r}")
            text = _value(name, given)
            if text is not None:
                found.append((_key(name), text))
    else:
        raise UsageError(f"an engine is text or a dict, not {engine!r}: write 'bfm', or {{'algorithm': 'bfm', 'nodes': 5000}}")
    for name, limit in limits.items():
        text = _value(name, limit)
        if text is not None:
            found.append((_key(name), text))
    return found


@dataclass(frozen=True)
class Option:
    """An option or limit of engines."""

    #: The key, as on the command line. As a keyword in Python it has underscores for hyphens.
    key: str
    #: What it does.
    meaning: str
    #: The values that it takes.
    values: list[str]
    #: The value that it has unless another is given.
    default: Optional[str]
    #: The algorithms that have it; none are named if all have it.
    algorithms: list[str]


def algorithms() -> dict[str, str]:
    """The algorithms by name, each with a line about it."""
    return dict(_native.algorithms())


def options() -> list[Option]:
    """The options and limits of engines."""
    return [Option(*row) for row in _native.options()]
