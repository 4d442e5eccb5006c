"""Searches of one position."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any, Iterator, Mapping, Optional, Union

from . import _native
from ._checks import Moves
from ._engines import Engine, pairs, usual
from ._games import Playable, Position, posed
from ._trace import Trace, trace

Searchable = Union[str, Position, Playable]


@dataclass(frozen=True)
class Counts:
    """What a search counted."""

    #: Nodes generated, the papers' measure of work.
    generated: int
    #: Nodes expanded.
    expanded: int
    #: Static evaluations.
    evaluated: int
    #: Moves cut off by the window.
    pruned_by_window: int
    #: Moves cut off by estimated bounds.
    pruned_by_estimate: int


@dataclass(frozen=True)
class _Judged:
    #: The best move: its name, or the object of a game of your own. None if there is none, or nothing is known yet.
    move: Any
    #: The principal variation, from `move` on. None is a pass that the rules force.
    line: list[Any]
    #: The value for `side`, in `unit`; the score if `result` tells how the game ends. None if only the result is known.
    value: Optional[float]
    #: "discs", "log-odds", or "own" for the game's own unit.
    unit: str
    #: For whom the value is: the side to move, or MAX on random trees.
    side: str
    #: "won", "drawn" or "lost" if the value is the end of the game. Where the unit is the game's own, a draw is the value 0 without it.
    result: Optional[str]
    #: What the value is: "exact", "horizon", "estimate", "lower", "upper" or "unknown".
    bound: str
    #: Whether that holds for the game, not only at the horizon.
    proven: bool
    #: Depth reached, in plies.
    depth: int


@dataclass(frozen=True)
class Thought(_Judged):
    """What a search thinks after an iteration; if it keeps a tree, whenever that has doubled."""

    #: Nodes generated so far.
    nodes: int
    #: Time so far.
    seconds: float
    #: What a proof has proven: "outcome" or "exact".
    proof: Optional[str]
    #: Confidence of each estimate, from 0 to 1, if the value rests on any.
    confidence: Optional[float]


@dataclass(frozen=True)
class Result(_Judged):
    """What a search found."""

    #: The game.
    game: str
    #: The algorithm.
    algorithm: str
    #: Why it ended: "completed", "nodes", "polled" and so on.
    stop: str
    #: What it counted.
    counts: Counts
    #: What it did about memory, if it keeps a tree: "most_nodes", "bytes", "linear", "pruned".
    memory: Optional[Mapping[str, int]]
    #: The same as the command's `--format json` prints it.
    json: str
    #: Every event of the search, if `traced` asked for it.
    trace: Optional[Trace] = field(default=None, compare=False, repr=False)

    @property
    def nodes(self) -> int:
        """Nodes generated."""
        return self.counts.generated

    def __str__(self) -> str:
        sure = ", proven" if self.proven else ""
        value = self.result or ("none" if self.value is None else f"{self.value:.12g}")
        if self.result and self.value:
            value += f" by {abs(self.value):.12g}"
        return f"{self.move} ({value} for {self.side}; {self.bound}{sure}; {self.nodes:,} nodes)"


def _judged(found: tuple[str, Any, list[Any], float]) -> tuple[dict[str, Any], dict[str, Any]]:
    text, move, line, scale = found
    row: dict[str, Any] = json.loads(text)
    value = row.get("value")
    if value is not None and row.get("result") is None and scale != 1:
        value /= scale
    return row, {
        "move": move,
        "line": line,
        "value": value,
        "unit": row.get("unit", "own"),
        "side": row["side"],
        "result": row.get("result"),
        "bound": row["bound"],
        "proven": row["proven"],
        "depth": row["depth"],
    }


def _result(found: tuple[str, Any, list[Any], float]) -> Result:
    row, judged = _judged(found)
    counts = Counts(**{name: row[name] for name in Counts.__dataclass_fields__})
    return Result(
        **judged,
        game=row["domain"],
        algorithm=row["algorithm"],
        stop=row["stop"],
        counts=counts,
        memory=row.get("memory"),
        json=found[0],
    )


def _thought(found: tuple[str, Any, list[Any], float]) -> Thought:
    row, judged = _judged(found)
    return Thought(
        **judged,
        nodes=row["nodes"],
        seconds=row["seconds"],
        proof=row.get("proof"),
        confidence=row.get("confidence"),
    )


def search(
    game: Searchable,
    engine: Optional[Engine] = None,
    *,
    moves: Optional[Moves] = None,
    position: Optional[str] = None,
    solve: bool = False,
    traced: bool = False,
    **limits: object,
) -> Result:
    """Searches a position and returns what was found.

    `game` is a game's name with `moves` from its start ("f5d6", or a list) or, in Othello, a `position`; a `Position`; or an object of yours.
    With neither an `engine` nor an `algorithm` among the limits it is alpha-beta. `limits` are limits and options of the engine by their keys
    on the command line, with underscores: ``depth=8``, ``nodes=5000``, ``st=1.5`` (seconds), ``memory="64MiB"``. `solve` searches to the end of the game. With `traced` the result has a `Trace`, unless
    the game is over: of the same search once more, which asks a game of yours again, and with `st` may go elsewhere.

    The interpreter is free while one of plyscope's games is searched. Ctrl-C ends the search.
    """
    at = posed(game, moves, position)
    engine = usual(engine, limits)
    result = _result(_native.search(at, pairs(engine, limits), solve))
    if not traced or result.nodes == 0:
        return result
    if solve:
        # As deep as the search that proved it.
        limits["depth"] = max(1, result.depth)
    shown = trace(at, engine, **limits)  # type: ignore[arg-type]
    return replace(result, trace=shown)


def think(
    game: Searchable,
    engine: Optional[Engine] = None,
    *,
    moves: Optional[Moves] = None,
    position: Optional[str] = None,
    solve: bool = False,
    **limits: object,
) -> Iterator[Union[Thought, Result]]:
    """Searches a position and yields what the search thinks, iteration by iteration; at last the `Result`.

    It searches in a thread of its own, at most 64 thoughts ahead. To leave the loop ends the search.
    """
    thinking = _native.think(posed(game, moves, position), pairs(usual(engine, limits), limits), solve)
    return _thoughts(thinking)


def _thoughts(thinking: _native.Thinking) -> Iterator[Union[Thought, Result]]:
    try:
        for is_last, found in thinking:
            yield _result(found) if is_last else _thought(found)
    finally:
        thinking.close()
