"""Games and positions."""

from __future__ import annotations

from typing import Any, Optional, Protocol, Sequence, Union, runtime_checkable

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
        """The static value for player 0 where the game is not over. Won and lost games count more than any value."""


def othello(moves: str = "", position: Optional[str] = None) -> Position:
    """A position of Othello: after moves from the start, such as "f5d6c3", or as text, 64 squares and the side to move."""
    return Position.of_game("othello", moves, position)


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
    """The root of an incremental random tree (Korf & Chickering 1996, section 4); the settings are those of the command line."""
    return Position.of_tree(
        branching, seed, root_branching, edge_costs, generation, game_depth, noise, str(correlation)
    )


def posed(game: object, moves: Optional[str], position: Optional[str]) -> object:
    """The position that a caller means."""
    if isinstance(game, str):
        return Position.of_game(game, moves or "", position)
    if moves is not None or position is not None:
        raise UsageError("moves and position go with a game's name: this is a position already")
    return game
