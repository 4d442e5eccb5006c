"""Traces: every event of a search."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any, Optional, Sequence, Union

from . import _native
from ._checks import whole
from ._engines import Engine, pairs, usual
from ._games import Playable, Position, games, posed
from ._native import UsageError


class Trace:
    """A trace of one search or several: as text, as events, and as a page that replays it, which notebooks show."""

    def __init__(self, title: str, text: str, jsonl: str, page: str) -> None:
        self.title = title
        #: One line an event, indented.
        self.text = text
        #: One JSON object a line.
        self.jsonl = jsonl
        #: A page that loads nothing else.
        self.html = page

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events."""
        return [json.loads(line) for line in self.jsonl.splitlines()]

    def save(self, path: Union[str, Path]) -> None:
        """Writes the page to a file, or the text or the events if it ends in .txt or .jsonl."""
        path = Path(path)
        form = {".txt": self.text, ".jsonl": self.jsonl}.get(path.suffix, self.html)
        path.write_text(form, encoding="utf-8")

    def _repr_html_(self) -> str:
        # A page of its own, so that it and the notebook cannot change each other.
        page = html.escape(self.html, quote=True)
        return f'<iframe sandbox="allow-scripts allow-downloads" style="width:100%;height:640px;border:0" srcdoc="{page}"></iframe>'

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<plyscope trace of {self.title!r}, {self.jsonl.count(chr(10))} events>"


def trace(
    what: Union[str, Position, Playable],
    *engines: Engine,
    title: Optional[str] = None,
    most_bytes: int = 16 << 20,
    **limits: object,
) -> Trace:
    """Traces searches of a position, of a game's start by its name, of a typed tree such as ``"((3 12 8) (2 4 6) (14 5 2))"``, or of an example by its name.

    Several engines are shown side by side. Without any, an example has its own, and other subjects alpha-beta.
    """
    at: Any = what
    if isinstance(what, str) and what in games():
        at = posed(what, None, None)
    elif not isinstance(what, (str, Position)):
        at = posed(what, None, None)
        if at.outcome() is not None:
            raise UsageError("the game is over at this position: there is nothing to trace")
    given: Sequence[Engine] = engines or ([usual(None, limits)] if limits else [])
    return Trace(*_native.trace(at, [pairs(engine, limits) for engine in given], title, whole("most_bytes", most_bytes, 1, 2**63)))


def examples() -> dict[str, str]:
    """The examples by name, each with a line about it."""
    return dict(_native.examples())
