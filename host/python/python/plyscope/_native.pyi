"""The native half of the package: its functions take and give plain values, and JSON as text."""

from typing import Any, Callable, Optional, final

__version__: str

class PlyscopeError(Exception): ...
class UsageError(ValueError): ...

_Pairs = list[tuple[str, str]]
_Found = tuple[str, Optional[Any], list[Any], float]

@final
class Position:
    """A position of one of plyscope's games. It does not change: `play` returns another one."""

    @staticmethod
    def of_game(game: str, moves: str, position: Optional[str] = None) -> Position: ...
    @staticmethod
    def of_tree(
        branching: str,
        seed: int,
        root_branching: Optional[int],
        edge_costs: str,
        generation: str,
        game_depth: int,
        noise: int,
        correlation: str,
    ) -> Position: ...
    @property
    def game(self) -> str:
        """The game's name."""
    @property
    def text(self) -> str:
        """The position as text: the board and who moves in Othello, else the moves so far."""
    def to_move(self) -> int:
        """The player that moves: 0 for the one that begins the game, Black in Othello, MAX on random trees."""
    def moves(self) -> list[str]:
        """The names of the legal moves, in the game's order."""
    def play(self, mv: object) -> Position:
        """The position after a legal move."""
    def outcome(self) -> Optional[int]:
        """The score of player 0 at the end of the game; None before."""

@final
class Thinking:
    def __iter__(self) -> Thinking: ...
    def __next__(self) -> tuple[bool, _Found]: ...
    def close(self) -> None: ...

@final
class Experiment:
    def __new__(cls, id: str) -> Experiment: ...
    def about(self) -> str: ...
    def settings(self, at: str, changes: _Pairs) -> str: ...
    def run(
        self,
        at: str,
        changes: _Pairs,
        run_dir: Optional[str],
        resume: bool,
        thread_count: Optional[int],
        progress: Optional[Callable[[int, int], object]],
    ) -> Results: ...

@final
class Results:
    @property
    def id(self) -> str: ...
    @property
    def rows(self) -> list[str]: ...
    def tables(self) -> str: ...
    def figures(self) -> list[tuple[str, str]]: ...
    def svg(self, number: int) -> str: ...
    def png(self, number: int) -> bytes: ...
    def figure_csv(self, number: int) -> Optional[str]: ...
    def claims(self) -> str: ...

def games() -> list[str]: ...
def algorithms() -> list[tuple[str, str]]: ...
def options() -> list[tuple[str, str, list[str], Optional[str], list[str]]]: ...
def search(position: object, pairs: _Pairs, solve: bool) -> _Found: ...
def think(position: object, pairs: _Pairs, solve: bool) -> Thinking: ...
def trace(
    what: object, engines: list[_Pairs], title: Optional[str], most: int
) -> tuple[str, str, str, str]: ...
def examples() -> list[tuple[str, str]]: ...
def tournament(
    position: object,
    engines: list[_Pairs],
    pairs: Optional[int],
    seed: int,
    opening_plies: int,
    thread_count: Optional[int],
) -> tuple[list[str], str]: ...
def experiments() -> list[Experiment]: ...
def results(run_dir: str) -> Results: ...
