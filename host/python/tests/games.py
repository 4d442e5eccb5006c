"""Games written in Python, for tests."""

from __future__ import annotations

from typing import Any, Callable, Optional

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """Three in a row. Squares are numbered from 0."""

    def __init__(self, board: str = "." * 9) -> None:
        self.board = board

    def to_move(self) -> int:
        return (9 - self.board.count(".")) % 2

    def moves(self) -> list[int]:
        return [square for square in range(9) if self.board[square] == "."]

    def play(self, move: int) -> "TicTacToe":
        return type(self)(self.board[:move] + "XO"[self.to_move()] + self.board[move + 1 :])

    def outcome(self) -> Optional[float]:
        for a, b, c in LINES:
            if self.board[a] != "." and self.board[a] == self.board[b] == self.board[c]:
                return 1 if self.board[a] == "X" else -1
        return None if "." in self.board else 0

    def evaluate(self) -> float:
        def open_lines(other: str) -> int:
            return sum(all(self.board[square] != other for square in line) for line in LINES)

        return open_lines("O") - open_lines("X")


class Keyed(TicTacToe):
    """The same with keys."""

    def key(self) -> str:
        return self.board


class Nim:
    """Take one to three of a heap; who takes the last one moves again on the next heap, and loses if there is none."""

    def __init__(self, heaps: tuple[int, ...] = (3, 4), player: int = 0) -> None:
        self.heaps, self.player = heaps, player

    def to_move(self) -> int:
        return self.player

    def moves(self) -> list[tuple[int, int]]:
        return [(heap, take) for heap, size in enumerate(self.heaps) for take in (1, 2, 3) if take <= size]

    def play(self, move: tuple[int, int]) -> "Nim":
        heap, take = move
        left = self.heaps[heap] - take
        heaps = self.heaps[:heap] + ((left,) if left else ()) + self.heaps[heap + 1 :]
        return Nim(heaps, self.player if left == 0 else 1 - self.player)

    def outcome(self) -> Optional[float]:
        if self.heaps:
            return None
        return -1 if self.player == 0 else 1

    def evaluate(self) -> float:
        return sum(self.heaps) % 4


def best(position: Any, depth: int) -> tuple[float, Any]:
    """Plain minimax for player 0, and the first best move of the player to move. Wins count 10,000."""
    outcome = position.outcome()
    if outcome is not None:
        return 10_000 * outcome, None
    if depth == 0:
        value: float = position.evaluate()
        return value, None
    prefers: Callable[[float, float], bool] = (lambda a, b: a > b) if position.to_move() == 0 else (lambda a, b: a < b)
    found: Optional[tuple[float, Any]] = None
    for move in position.moves():
        value, _ = best(position.play(move), depth - 1)
        if found is None or prefers(value, found[0]):
            found = (value, move)
    assert found is not None
    return found
