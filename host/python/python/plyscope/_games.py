"""Games and positions."""

from __future__ import annotations

from typing import Any, Optional, Protocol, Sequence, Union, runtime_checkable

from ._checks import Moves, text_of, whole
from ._native import Position, UsageError, games

__all__ = ["Playable", "Position", "games", "othello", "posed", "random_tree"]


@runtime_checkable
class Playable(Protocol):
    """A position of a game of your own: any object with these five methods.

    A position does not change: `play` returns another object. All numbers are from the view of player 0.

    Three more names are used where they exist:

    - `key()` returns an int, str or bytes that no other position of the game has. Searches then know positions that they have met:
      tables, and trees whose lines meet.
    - `most_plies()` returns an upper bound on the plies that are left; a player's second move in a row counts two. Values of searches
      that deep are proven, and `solve` works.
    - `scale` is a number such as 1000 if `evaluate` returns fractions: how many parts of one count.
    """

    def to_move(self) -> int:
        """The player that moves: 0 for the first, 1 for the second. Not asked where the game is over."""

    def moves(self) -> Sequence[Any]:
        """The legal moves, in an order of your choice: hashable objects, at least one. Not asked where the game is over."""

    def play(self, move: Any, /) -> "Playable":
        """The position after one of the moves."""

    def outcome(self) -> Optional[float]:
        """None while the game goes on; at its end the score of player 0, a whole number: above 0 if player 0 has won."""

    def evaluate(self) -> float:
        """The static value for player 0 where the game is not over (with ``leaf="evaluation"`` there, too). Won and lost games count more than any value."""


def othello(moves: Moves = "", position: Optional[str] = None) -> Position:
    """A position of Othello: after moves from the start, such as "f5d6c3" or a list of them, or as text, 64 squares and the side to move."""
    return Position.of_game("othello", text_of("moves", moves), position)


def random_tree(
    branching: str,
    seed: int,
    *,
    root_branching: Optional[int] = None,
    edge_costs: str = "korf",
    generation: str = "breadth-first",
    game_depth: int = 100,
    noise: int = 0,
    correlation: Union[float, str] = 0,
) -> Position:
    """The root of an incremental random tree (Korf & Chickering 1996, section 4); the settings are those of the command line.

    `branching` is "uniform:5", "random:9" or "leafy:9", `seed` a number from 0 to 4,294,967,295.
    """
    if not isinstance(branching, str):
        raise UsageError(f"branching={branching!r}: give text such as 'uniform:5' or 'random:9'")
    return Position.of_tree(
        branching,
        whole("seed", seed, 0, 2**32 - 1),
        None if root_branching is None else whole("root_branching", root_branching, 1, 2**32 - 1),
        edge_costs,
        generation,
        whole("game_depth", game_depth, 1, 255),
        whole("noise", noise, 0, 2**32 - 1),
        str(correlation),
    )


def posed(game: object, moves: Optional[Moves], position: Optional[str]) -> object:
    """The position that a caller means."""
    if isinstance(game, str):
        return Position.of_game(game, text_of("moves", moves), position)
    if type(game).__module__.partition(".")[0] == "pyspiel":
        raise UsageError("a game of OpenSpiel needs an adapter: plyscope.openspiel.adapt(game)")
    if isinstance(game, type):
        raise UsageError(f"{game.__name__} is a class: give a position, such as {game.__name__}()")
    if moves is not None or position is not None:
        raise UsageError("moves and position go with a game's name: this is a position already")
    return game
