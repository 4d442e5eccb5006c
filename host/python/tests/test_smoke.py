"""What must work on every machine: seconds, and the standard library alone."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import tempfile
import unittest
from pathlib import Path
from typing import Any, Callable, Optional

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

    def test_positions_are_copied_and_pickled(self) -> None:
        tree = plyscope.random_tree("leafy:6", 3, root_branching=4, edge_costs="zhang", generation="hash", noise=9, correlation=0.25)
        board = "OOOXXXO--OXXXOOOXOOXO-OOXXXOOOXOXOXXXOO-XOOX-XOOXXXOXXXOXXXXXX-O X"
        for start in [plyscope.othello(), plyscope.othello("f5d6c3"), plyscope.othello(position=board), tree]:
            for at in [start, start.play(start.moves()[0])]:
                self.assertIs(copy.copy(at), at)
                self.assertIs(copy.deepcopy([at])[0], at)
                again = pickle.loads(pickle.dumps(at))
                self.assertEqual((again, again.to_move(), again.moves()), (at, at.to_move(), at.moves()))
                self.assertEqual(plyscope.search(again, depth=3), plyscope.search(at, depth=3))
        small = plyscope.Position.of_game("connect-four", "4453")
        self.assertEqual(pickle.loads(pickle.dumps(small)), small)
        self.assertEqual(pickle.loads(pickle.dumps(plyscope.experiment("korf-fig-13"))).id, "korf-fig-13")
        with self.assertRaises(plyscope.UsageError):
            plyscope.Position.restored("random-tree", "[{}, 3]", [])

    def test_moves_may_be_a_list(self) -> None:
        found = plyscope.search("othello", depth=3)
        self.assertEqual(plyscope.othello(found.line), plyscope.othello("".join(found.line)))
        self.assertEqual(plyscope.search("connect-four", moves=[4, 4], depth=2), plyscope.search("connect-four", moves="44", depth=2))
        with self.assertRaisesRegex(plyscope.UsageError, "list of moves"):
            plyscope.search("othello", moves=3, depth=1)  # type: ignore[arg-type]

    def test_an_engine_may_be_named_among_the_limits_and_its_switches_are_bools(self) -> None:
        usual = plyscope.search("othello", depth=3)
        self.assertEqual(usual, plyscope.search("othello", "alpha-beta", depth=3))
        limits: Any = {"algorithm": "ubfm", "nodes": 900}
        for completion, text in [(True, "on"), (False, "off")]:
            found = plyscope.search("tic-tac-toe", completion=completion, **limits)
            self.assertEqual(found, plyscope.search("tic-tac-toe", completion=text, **limits))
        self.assertEqual(plyscope.trace("tic-tac-toe", **limits).events, plyscope.trace("tic-tac-toe", "ubfm", nodes=900).events)
        with self.assertRaisesRegex(plyscope.UsageError, "given twice"):
            plyscope.search("othello", "pvs", algorithm="ubfm", depth=3)

    def test_numbers_out_of_range_are_named_with_the_range(self) -> None:
        self.assertEqual(plyscope.search("othello", "bfm", nodes=1e3).nodes, plyscope.search("othello", "bfm", nodes=1000).nodes)
        engines = ["name=a,algorithm=bfm,nodes=9", "name=b,algorithm=pvs,nodes=9"]
        cases: list[tuple[str, Callable[[], object]]] = [
            ("seed=4294967296", lambda: plyscope.random_tree("uniform:5", 2**32)),
            ("seed='1'", lambda: plyscope.random_tree("uniform:5", "1")),  # type: ignore[arg-type]
            ("branching=5", lambda: plyscope.random_tree(5, 1)),  # type: ignore[arg-type]
            ("pairs_of_games=-1", lambda: plyscope.tournament("hexapawn", engines, pairs_of_games=-1)),
            ("threads=0", lambda: plyscope.tournament("hexapawn", engines, threads=0)),
            ("list of engines", lambda: plyscope.tournament("hexapawn", None)),  # type: ignore[arg-type]
            ("threads=-1", lambda: plyscope.experiment("notes-small-trees").run(threads=-1)),
            ("progress=3", lambda: plyscope.experiment("notes-small-trees").run(progress=3)),  # type: ignore[arg-type]
            ("most_bytes=-1", lambda: plyscope.trace("first", most_bytes=-1)),
        ]
        for name, wrong in cases:
            with self.subTest(name), self.assertRaisesRegex(plyscope.UsageError, name):
                wrong()

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

    def test_a_games_stop_iteration_does_not_pass_for_the_end(self) -> None:
        class Ends(TicTacToe):
            def evaluate(self) -> Any:
                return next(iter([]))

        with self.assertRaisesRegex(RuntimeError, "StopIteration"):
            list(plyscope.think(Ends(), "alpha-beta", depth=3))

    def test_a_trace_is_a_page_and_events(self) -> None:
        trace = plyscope.trace("((3 12 8) (2 4 6) (14 5 2))")
        self.assertEqual(trace.events[0]["event"], "trace")
        self.assertIn("srcdoc=", trace._repr_html_())
        self.assertIn("<script", trace.html)
        for name in plyscope.examples():
            self.assertTrue(plyscope.trace(name).text)
        self.assertEqual(plyscope.trace("othello", depth=1).events[0]["game"], "othello")

    def test_a_run_is_kept_and_goes_on(self) -> None:
        fig = plyscope.experiment("notes-small-trees")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run"
            first = fig.run("quick", run_dir=path)
            again = fig.run("quick", run_dir=path, resume=True)
            self.assertEqual(first.rows, again.rows)
            self.assertEqual(plyscope.results(path).rows, first.rows)
            ran = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
            self.assertEqual(ran["configuration"]["settings"], fig.settings(), "what run() runs")
            with self.assertRaisesRegex(plyscope.UsageError, "the directory of one, such as .*run"):
                plyscope.results(folder)
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

    def test_what_a_game_in_python_does_wrong_is_named(self) -> None:
        class Mutable(TicTacToe):
            def play(self, move: int) -> "Mutable":
                self.board = super().play(move).board
                return self

        class Short(TicTacToe):
            def most_plies(self) -> int:
                return 0

        class Listed(TicTacToe):
            def moves(self) -> Any:
                return [[move] for move in super().moves()]

        class Nothing(TicTacToe):
            def moves(self) -> Any:
                return None

        class Endless(TicTacToe):
            def moves(self) -> Any:
                return itertools.count()

        class Infinite(TicTacToe):
            def evaluate(self) -> float:
                return float("inf")

        class Raises(TicTacToe):
            @property
            def evaluate(self) -> Any:
                raise ZeroDivisionError("in the property")

        for game, kind, message in [
            (Mutable, ValueError, "return another one"),
            (Short, ValueError, "most_plies.. returned 0.*at least 1"),
            (Listed, TypeError, "type list, which is not hashable"),
            (Nothing, TypeError, "moves.. returned an object of type NoneType"),
            (Endless, ValueError, "more than 1000000 moves"),
            (Infinite, ValueError, "evaluate.. returned inf: values lie between"),
            (Raises, ZeroDivisionError, "in the property"),
        ]:
            with self.subTest(game=game), self.assertRaisesRegex(kind, message):
                plyscope.search(game(), "alpha-beta", depth=3)
        for ask in (lambda: plyscope.search(TicTacToe, depth=1), lambda: plyscope.trace(TicTacToe)):  # type: ignore[arg-type]
            with self.assertRaisesRegex((TypeError, ValueError), r"TicTacToe is a class: give a position, such as TicTacToe\(\)"):
                ask()

    def test_keys_may_be_any_whole_number_or_text(self) -> None:
        expected = plyscope.search(Keyed(), "ubfm", nodes=300)
        for key in (
            lambda self: int.from_bytes(self.board.encode(), "big"),
            lambda self: int.from_bytes((self.board * 1000).encode(), "big"),
            lambda self: self.board.replace("X", "\ud800").replace("O", "\ud801"),
        ):
            game: Any = type("Other", (Keyed,), {"key": key})
            self.assertEqual(plyscope.search(game(), "ubfm", nodes=300), expected)

    def test_a_game_without_an_end_does_not_make_a_tournament_without_an_end(self) -> None:
        class Forever(TicTacToe):
            def __init__(self, ply: int = 0) -> None:
                self.ply = ply

            def to_move(self) -> int:
                return self.ply % 2

            def moves(self) -> list[int]:
                return [0, 1]

            def play(self, move: int) -> Any:
                return Forever(self.ply + 1)

            def outcome(self) -> Optional[float]:
                return None

            def evaluate(self) -> float:
                return self.ply % 7

        engines = [f"name={name},algorithm=alpha-beta,depth=1" for name in "ab"]
        with self.assertRaisesRegex(ValueError, "not ended after 2000 moves"):
            plyscope.tournament(Forever(), engines, pairs_of_games=1)

    def test_positions_may_have_many_moves(self) -> None:
        class Wide(TicTacToe):
            def moves(self) -> Any:
                return range(100_000)

            def play(self, move: int) -> Any:
                return TicTacToe("X........")

        self.assertEqual(plyscope.search(Wide(), "alpha-beta", depth=1, order="none").nodes, 100_000)

    def test_a_game_in_python_is_traced(self) -> None:
        found = plyscope.search(TicTacToe("XO.XO...."), "alpha-beta", depth=2, traced=True, order="none")
        assert found.trace is not None
        ended = [event for event in found.trace.events if event["event"] == "ended"]
        self.assertEqual(ended[0]["move"], str(found.move))
        self.assertEqual(ended[0]["counts"]["generated"], found.nodes)
        self.assertIn("pass", plyscope.trace(Nim((1, 2)), "minimax", depth=3).text)

    def test_a_solved_game_is_traced_and_a_finished_one_is_not(self) -> None:
        line = "2252576253462244111563365343671351441"
        won = plyscope.search("connect-four", "pvs", moves=line, solve=True, killers=True, traced=True)
        self.assertTrue(won.proven and won.trace is not None)
        self.assertIsNone(plyscope.search(TicTacToe("XXX.OO..."), depth=2, traced=True).trace)
        with self.assertRaisesRegex(plyscope.UsageError, "over"):
            plyscope.trace(TicTacToe("XXX.OO..."))

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
