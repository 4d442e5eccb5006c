"""What must work on every machine: seconds, and the standard library alone."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

import plyscope
from games import Keyed, Nim, TicTacToe, best

KINDS = ["minimax", "alpha-beta", "aspiration", "fe", "rbfms"]
TREES = ["bfm", "ubfm", "mcts", "ab-saved", "ab-iterative", "extension"]


class OurGames(unittest.TestCase):
    def test_zhangs_table_one_has_its_number_of_nodes(self) -> None:
        total = 0
        for seed in range(1, 21):
            tree = plyscope.random_tree("random:9", seed, root_branching=5, edge_costs="zhang")
            total += plyscope.search(tree, "fe", depth=4).nodes
        one = plyscope.random_tree("random:9", 1, root_branching=5, edge_costs="zhang")
        again = plyscope.search(one, {"algorithm": "fe", "depth": 4})
        self.assertEqual(again, plyscope.search(one, "algorithm=fe,depth=4"))
        self.assertGreater(total, 20 * 5)

    def test_a_result_says_what_its_value_means(self) -> None:
        start = plyscope.search("othello", "alpha-beta", depth=4)
        self.assertEqual((start.game, start.bound, start.proven, start.side), ("othello", "horizon", False, "Black"))
        self.assertEqual(start.line[0], start.move)
        self.assertEqual(json.loads(start.json)["generated"], start.nodes)
        line = "2252576253462244111563365343671351441"
        won = plyscope.search("connect-four", "pvs", moves=line, solve=True, killers=True)
        self.assertTrue(won.proven)
        self.assertEqual(won.bound, "exact")

    def test_positions_do_not_change_and_know_their_moves(self) -> None:
        start = plyscope.othello()
        after = start.play("f5").play("d6")
        self.assertEqual(after, plyscope.othello("f5d6"))
        self.assertEqual((len(start.moves()), start.to_move(), start.outcome()), (4, 0, None))
        self.assertEqual(hash(after), hash(plyscope.othello("f5d6")))
        with self.assertRaisesRegex(plyscope.UsageError, "a1"):
            start.play("a1")

    def test_thoughts_come_before_the_result(self) -> None:
        thoughts = list(plyscope.think("othello", "alpha-beta", depth=5, iterative=True))
        *before, last = thoughts
        assert isinstance(last, plyscope.Result)
        self.assertEqual([thought.depth for thought in before], [1, 2, 3, 4, 5])
        self.assertEqual(last.move, before[-1].move)
        tree = list(plyscope.think("othello", "bfm", nodes=4000))
        self.assertGreater(len(tree), 3)
        for _ in plyscope.think("othello", "strong", level=30):
            break

    def test_a_trace_is_a_page_and_events(self) -> None:
        trace = plyscope.trace("((3 12 8) (2 4 6) (14 5 2))")
        self.assertEqual(trace.events[0]["event"], "trace")
        self.assertIn("srcdoc=", trace._repr_html_())
        self.assertIn("<script", trace.html)
        for name in plyscope.examples():
            self.assertTrue(plyscope.trace(name).text)

    def test_a_run_is_kept_and_goes_on(self) -> None:
        fig = plyscope.experiment("notes-small-trees")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run"
            first = fig.run("quick", run_dir=path)
            again = fig.run("quick", run_dir=path, resume=True)
            self.assertEqual(first.rows, again.rows)
            self.assertEqual(plyscope.results(path).rows, first.rows)
            with self.assertRaises(plyscope.UsageError):
                fig.run("quick", run_dir=path)
        self.assertTrue(first.claims and first.tables)
        for figure in first.figures:
            self.assertTrue(figure._repr_svg_().startswith("<"))


class OwnGames(unittest.TestCase):
    def test_every_search_is_right_on_a_game_in_python(self) -> None:
        for moves in [(), (0,), (4,), (0, 1), (4, 0, 8)]:
            at: Any = Keyed()
            for move in moves:
                at = at.play(move)
            for depth in (1, 2, 3, 4):
                value, move = best(at, depth)
                for kind in ("minimax", "alpha-beta", "pvs", "ab-saved"):
                    options: dict[str, Any] = {} if kind in ("minimax", "ab-saved") else {"order": "none"}
                    found = plyscope.search(at, kind, depth=depth, **options)
                    sign = 1 if at.to_move() == 0 else -1
                    ours = found.value if found.result in (None, "drawn") else None
                    if ours is not None:
                        self.assertEqual(ours * sign, value, (kind, moves, depth))
                    else:
                        self.assertEqual({"won": 1, "lost": -1}[str(found.result)] * sign, value / 10_000)
                    if kind in ("minimax", "alpha-beta"):
                        # The others look at likely moves first, and take the first of several best.
                        self.assertEqual(found.move, move, (kind, moves, depth))

    def test_all_algorithms_search_it(self) -> None:
        for kind in KINDS:
            bounds: dict[str, Any] = {"bounds": "learned"} if kind == "fe" else {}
            self.assertIn(plyscope.search(TicTacToe(), kind, depth=4, **bounds).move, range(9))
        for kind in TREES:
            limits: dict[str, Any] = {"depth": 4} if kind.startswith("ab") else {"nodes": 400}
            if kind == "extension":
                limits["shallow"] = 2
            self.assertIn(plyscope.search(Keyed(), kind, **limits).move, range(9))
        self.assertTrue(plyscope.search(Keyed("XX.OO...."), "pns", nodes=2000).proven)
        self.assertEqual(plyscope.search(TicTacToe(), "alpha-beta", depth=9).result, None)

    def test_players_may_move_twice(self) -> None:
        for heaps in [(3, 4), (5,), (2, 2, 1), (4, 1)]:
            value, _ = best(Nim(heaps), 20)
            found = plyscope.search(Nim(heaps), "alpha-beta", depth=40)
            self.assertEqual(found.result, "won" if value > 0 else "lost", heaps)

    def test_exceptions_are_raised_as_they_are(self) -> None:
        class Broken(TicTacToe):
            def evaluate(self) -> float:
                raise ZeroDivisionError("in evaluate")

        class Fraction(TicTacToe):
            def evaluate(self) -> float:
                return 0.25

        class Mutable(TicTacToe):
            def play(self, move: int) -> Any:
                return None

        class Endless(TicTacToe):
            def moves(self) -> list[int]:
                return []

        for kind in KINDS + ["bfm", "ubfm"]:
            few: dict[str, Any] = {"depth": 3} if kind in KINDS else {"nodes": 50}
            with self.assertRaisesRegex(ZeroDivisionError, "in evaluate"):
                plyscope.search(Broken(), kind, **few)
            with self.assertRaisesRegex(ValueError, "scale = 1000"):
                plyscope.search(Fraction(), kind, **few)
            with self.assertRaisesRegex(TypeError, "play"):
                plyscope.search(Mutable(), kind, **few)
            with self.assertRaisesRegex(ValueError, "moves"):
                plyscope.search(Endless(), kind, **few)
        with self.assertRaisesRegex(TypeError, "no method to_move"):
            plyscope.search(object(), "alpha-beta", depth=1)  # type: ignore[arg-type]

    def test_a_game_in_python_is_traced(self) -> None:
        found = plyscope.search(TicTacToe("XO.XO...."), "alpha-beta", depth=2, traced=True, order="none")
        assert found.trace is not None
        ended = [event for event in found.trace.events if event["event"] == "ended"]
        self.assertEqual(ended[0]["move"], str(found.move))
        self.assertEqual(ended[0]["counts"]["generated"], found.nodes)
        self.assertIn("pass", plyscope.trace(Nim((1, 2)), "minimax", depth=3).text)

    def test_a_tournament_of_a_game_in_python(self) -> None:
        engines = ["name=deep,algorithm=alpha-beta,depth=4", "name=flat,algorithm=alpha-beta,depth=1"]
        table = plyscope.tournament(TicTacToe(), engines, pairs_of_games=6)
        self.assertEqual(len(table.games), 12)
        self.assertEqual({rank.name for rank in table.ranks}, {"deep", "flat"})
        self.assertTrue(all(game.forfeit is None for game in table.games))
        line = plyscope.play(TicTacToe(), "alpha-beta", "alpha-beta", depth=9)
        self.assertGreaterEqual(len(line), 5)


if __name__ == "__main__":
    unittest.main()
