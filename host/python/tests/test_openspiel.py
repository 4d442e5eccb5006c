"""Games of OpenSpiel: every algorithm searches them, and alpha-beta finds what OpenSpiel's own does. Needs open_spiel."""

from __future__ import annotations

import unittest
from typing import Any

import pyspiel  # type: ignore[import-untyped, import-not-found, unused-ignore]
from open_spiel.python.algorithms import minimax  # type: ignore[import-untyped, import-not-found, unused-ignore]

import plyscope
from plyscope import openspiel

#: Games, with the depth of the searches.
GAMES = {
    "tic_tac_toe": 5,
    "connect_four": 4,
    "breakthrough(rows=6,columns=6)": 3,
    "hex(board_size=5)": 2,
    "othello": 3,
    "clobber(rows=4,columns=5)": 3,
    "y(board_size=5)": 2,
    "havannah(board_size=3)": 2,
    "nine_mens_morris": 2,
    "mnk(m=4,n=4,k=3)": 3,
}


def evaluation(state: Any) -> float:
    """A value that differs between positions and means nothing: three decimals, below a win."""
    tensor = state.observation_tensor(0) if state.get_game().get_type().provides_observation_tensor else []
    total = sum((number % 7 + 1) * cell for number, cell in enumerate(tensor))
    return ((int(total) * 37 + len(state.history()) * 11) % 1000 - 500) / 1000


def counted(state: Any, depth: int, alpha: float, beta: float, maximising: int) -> int:
    """Nodes that OpenSpiel's alpha-beta visits below a state."""
    visited = [0]

    def value(at: Any) -> float:
        return evaluation(at)

    def walk(at: Any, left: int, low: float, high: float) -> float:
        if at.is_terminal():
            return float(at.player_return(maximising))
        if left == 0:
            return value(at) if maximising == 0 else -value(at)
        best = -2.0 if at.current_player() == maximising else 2.0
        for action in at.legal_actions():
            visited[0] += 1
            child = walk(at.child(action), left - 1, low, high)
            if at.current_player() == maximising:
                best = max(best, child)
                low = max(low, best)
            else:
                best = min(best, child)
                high = min(high, best)
            if low >= high:
                break
        return best

    walk(state, depth, alpha, beta)
    return visited[0]


class OpenSpiel(unittest.TestCase):
    def test_alpha_beta_finds_the_moves_of_openspiels_own_with_as_many_nodes(self) -> None:
        for name, depth in GAMES.items():
            game = pyspiel.load_game(name)
            state = game.new_initial_state()
            for ply in range(6):
                if state.is_terminal():
                    break
                player = state.current_player()
                own, action = minimax.alpha_beta_search(
                    game,
                    state=state,
                    value_function=lambda at: evaluation(at) if player == 0 else -evaluation(at),
                    maximum_depth=depth,
                    maximizing_player_id=player,
                )
                found = plyscope.search(
                    openspiel.adapt(game, evaluation, state=state), "alpha-beta", depth=depth, order="none"
                )
                with self.subTest(game=name, ply=ply):
                    self.assertEqual(found.move, action)
                    if found.result is None:
                        self.assertAlmostEqual(float(found.value or 0), own, 9)
                    nodes = counted(state, depth, -2.0, 2.0, player)
                    print(f"{name:32} ply {ply}: action {action:4}, {found.nodes:6} nodes, OpenSpiel {nodes:6}")
                    self.assertEqual(found.nodes, nodes)
                legal = state.legal_actions()
                state.apply_action(legal[(7 * ply + 3) % len(legal)])

    def test_every_algorithm_searches_every_game(self) -> None:
        engines: list[dict[str, Any]] = [
            {"algorithm": "minimax", "depth": 2},
            {"algorithm": "alpha-beta", "depth": 3},
            {"algorithm": "fe", "depth": 3, "bounds": "learned"},
            {"algorithm": "rbfms", "depth": 3},
            {"algorithm": "bfm", "nodes": 300},
            {"algorithm": "ubfm", "nodes": 300},
            {"algorithm": "mcts", "nodes": 300},
        ]
        # In the last three a player may move again: after a jump, after a box, with the second stone of a turn.
        for name in [*GAMES, "checkers", "dots_and_boxes", "amazons"]:
            start = openspiel.adapt(pyspiel.load_game(name), playouts=1, keys=True)
            for engine in engines:
                with self.subTest(game=name, engine=engine):
                    found = plyscope.search(start, engine)
                    self.assertIn(found.move, start.moves())
                    print(f"{name:32} {engine['algorithm']:10} {start.name(found.move):12} {found.nodes:6} nodes")

    def test_a_name_and_a_state_are_games_too(self) -> None:
        game = pyspiel.load_game("tic_tac_toe")
        state = game.new_initial_state()
        state.apply_action(4)
        self.assertEqual(openspiel.adapt("tic_tac_toe").moves(), openspiel.adapt(game).moves())
        self.assertEqual(openspiel.adapt(state).moves(), openspiel.adapt(game, state=state).moves())

    def test_other_games_are_refused_with_the_reason(self) -> None:
        for name, reason in [
            ("kuhn_poker", "hidden information"),
            ("backgammon", "chance"),
            ("matrix_rps", "at the same time"),
            ("chinese_checkers(players=3)", "3 players"),
        ]:
            with self.subTest(game=name), self.assertRaisesRegex(plyscope.UsageError, reason):
                openspiel.adapt(pyspiel.load_game(name))
        game = pyspiel.load_game("tic_tac_toe")
        for raw in (game, game.new_initial_state()):
            with self.assertRaisesRegex(plyscope.UsageError, "openspiel.adapt"):
                plyscope.search(raw, depth=2)
            with self.assertRaisesRegex(plyscope.UsageError, "openspiel.adapt"):
                plyscope.trace(raw)
        with self.assertRaisesRegex(plyscope.UsageError, "evaluation=3: give a function"):
            openspiel.adapt(game, 3)  # type: ignore[arg-type]
        with self.assertRaisesRegex(plyscope.UsageError, "two sources"):
            openspiel.adapt(pyspiel.load_game("hex"), lambda state: 0.0, playouts=3)


if __name__ == "__main__":
    unittest.main()
