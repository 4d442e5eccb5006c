"""Wrong use: an exception each time, nothing lost, no crash."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Callable

import plyscope
from games import Keyed, Nim, TicTacToe

CASES = int(os.environ.get("PLYSCOPE_CASES", "1000"))

#: Objects that are hardly ever right.
ODD: list[Any] = [
    None, True, False, -1, 0, 1, 7, 2**31, 2**63, 2**200, -(2**80), 0.5, float("nan"), float("inf"), -0.0, "", " ", "a", "d3", "é\0x",
    "x" * 5000, b"bytes", [], [1], {}, {"algorithm": "bfm"}, (), object(), int, lambda: 1, range(3), TicTacToe(), TicTacToe,
]  # fmt: skip

METHODS = ["to_move", "moves", "play", "outcome", "evaluate", "key", "most_plies", "scale"]


class Fault(Exception):
    """What the broken games raise."""


def broken(generator: random.Random) -> Any:
    """A position whose method goes wrong after some calls: raises, or returns something odd."""
    method = generator.choice(METHODS)
    after = generator.randrange(30)
    odd = generator.choice(ODD)
    raises = generator.random() < 0.4
    calls = [0]

    def wrong(right: Callable[..., Any]) -> Callable[..., Any]:
        def call(self: Any, *arguments: Any) -> Any:
            calls[0] += 1
            if calls[0] <= after:
                return right(self, *arguments)
            if raises:
                raise Fault(method)
            return odd

        return call

    if method == "scale":
        return type("Broken", (TicTacToe,), {"scale": odd})()
    base: Any = Keyed if method == "key" else TicTacToe
    right = getattr(base, method, lambda self: 9)
    return type("Broken", (base,), {method: wrong(right)})()


def engine(generator: random.Random) -> Any:
    """An engine that is right, or nearly, or not at all."""
    algorithms = list(plyscope.algorithms())
    keys = [option.key for option in plyscope.options()]
    kind = generator.randrange(6)
    if kind == 0:
        return generator.choice(ODD)
    found: dict[Any, Any] = {"algorithm": generator.choice([*algorithms, "nonsense"]) if kind == 1 else generator.choice(algorithms)}
    for _ in range(generator.randrange(4)):
        found[generator.choice([*keys, "nonsense", 3])] = generator.choice([*ODD, 2, 3, 100, "2", "exact", "learned", "-5:5"])
    if "depth" not in found and generator.random() < 0.7:
        found["depth"] = 2
    if generator.random() < 0.5:
        return found
    return ",".join(f"{key}={value}" for key, value in found.items() if isinstance(value, (str, int)))


def deed(generator: random.Random) -> Any:
    """Something wrong, or right by chance."""
    what = generator.randrange(9)
    odd = generator.choice(ODD)
    if what == 0:
        return plyscope.search(broken(generator), generator.choice(["alpha-beta", "minimax", "rbfms"]), depth=generator.randrange(1, 5))
    if what == 1:
        kind = generator.choice(["bfm", "ubfm", "mcts", "pns"])
        return plyscope.search(broken(generator), kind, nodes=generator.randrange(1, 300))
    if what == 2:
        return plyscope.search(generator.choice(["othello", "hexapawn", "tic-tac-toe", odd]), engine(generator), nodes=500)
    if what == 3:
        return plyscope.search(TicTacToe(), engine(generator), nodes=100, solve=generator.random() < 0.2)
    if what == 4:
        position: Any = plyscope.othello()
        for _ in range(generator.randrange(60)):
            position = position.play(generator.choice([*position.moves(), odd]) if generator.random() < 0.1 else generator.choice(position.moves()))
        return plyscope.search(position, "alpha-beta", depth=2)
    if what == 5:
        return list(plyscope.think(broken(generator), engine(generator), nodes=200))
    if what == 6:
        return plyscope.trace(generator.choice([odd, "((3 5) (2 9", "(1 2", "((1 2) (3 4))", plyscope.othello()]), engine(generator), nodes=50)
    if what == 7:
        engines = [engine(generator) for _ in range(generator.randrange(4))]
        return plyscope.tournament(broken(generator), engines, pairs_of_games=generator.choice([1, 2, 0, 10**9]))
    experiment = plyscope.experiment(generator.choice(["notes-small-trees", "korf-theorem-1", "nonsense"]))
    names = [*experiment.meanings, "nonsense"]
    return experiment.settings(generator.choice(["quick", "paper", "odd"]), **{generator.choice(names): odd})


class Misuse(unittest.TestCase):
    def test_what_a_traced_game_raises_is_raised(self) -> None:
        for algorithm in ["conspiracy", "b-star", "bfm", "ubfm", "mcts", "alpha-beta"]:
            for after in range(1, 30):
                calls = [0]

                class Raises(TicTacToe):
                    def moves(self) -> list[int]:
                        calls[0] += 1
                        if calls[0] == after:
                            raise Fault("moves")
                        return super().moves()

                with self.assertRaises(Fault, msg=f"{algorithm}, {after}"):
                    plyscope.trace(Raises(), algorithm, depth=4, nodes=5000)

    def test_a_length_that_raises_is_no_length(self) -> None:
        class Lengthless(TicTacToe):
            def most_plies(self) -> int:
                raise Fault("most_plies")

        with self.assertRaises(Fault):
            plyscope.search(Lengthless(), solve=True)
        with self.assertRaises(Fault):
            list(plyscope.think(Lengthless(), solve=True))

    def test_none_is_no_move_and_parts_are_whole(self) -> None:
        class Passes(TicTacToe):
            def moves(self) -> list[Any]:
                return [None]

        with self.assertRaisesRegex(TypeError, "stands for a pass"):
            plyscope.search(Passes(), "alpha-beta", depth=2)
        with self.assertRaisesRegex(ValueError, "whole number"):
            plyscope.search(type("Parts", (TicTacToe,), {"scale": 1.5})(), depth=2)

    def test_games_that_end_before_their_openings_are_no_tournament(self) -> None:
        engines = ["name=a,algorithm=bfm,nodes=5", "name=b,algorithm=pvs,depth=2"]
        with self.assertRaisesRegex(plyscope.UsageError, "opening_plies less"):
            plyscope.tournament(TicTacToe(), engines, opening_plies=12)

    def test_a_thousand_random_cases_raise_or_answer(self) -> None:
        ended: dict[str, int] = {}
        for seed in range(CASES):
            generator = random.Random(seed)
            try:
                deed(generator)
                name = "answered"
            except Exception as error:  # Not BaseException: a panic in Rust would come as one.
                name = type(error).__name__
                self.assertTrue(str(error), f"case {seed}: an exception without a word")
            ended[name] = ended.get(name, 0) + 1
        print(ended)
        self.assertEqual(sum(ended.values()), CASES)
        self.assertGreater(ended["answered"], 0)
        # What was done before has not hurt.
        self.assertEqual(plyscope.search("othello", "alpha-beta", depth=4), plyscope.search("othello", "alpha-beta", depth=4))


class Interrupts(unittest.TestCase):
    def setUp(self) -> None:
        signal.signal(signal.SIGALRM, signal.default_int_handler)

    def interrupted(self, work: Callable[[], object]) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        begun = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            work()
        self.assertLess(time.monotonic() - begun, 5)

    def test_ctrl_c_ends_every_kind_of_work(self) -> None:
        self.interrupted(lambda: plyscope.search("othello", "alpha-beta", depth=30))
        self.interrupted(lambda: plyscope.search("othello", "bfm", nodes=10**9))
        self.interrupted(lambda: plyscope.search(Nim((30, 30, 30)), "alpha-beta", depth=60))
        self.interrupted(lambda: list(plyscope.think("othello", "strong", level=30, depth=40)))
        self.interrupted(lambda: list(plyscope.think(Nim((30, 30, 30)), "alpha-beta", depth=60)))
        self.interrupted(lambda: plyscope.tournament("othello", ["name=a,algorithm=bfm,nodes=9999", "name=b,algorithm=bfm,nodes=999"]))
        # One game, or one search, takes minutes.
        deep = ["name=a,algorithm=alpha-beta,depth=20", "name=b,algorithm=alpha-beta,depth=20"]
        self.interrupted(lambda: plyscope.tournament("othello", deep, pairs_of_games=1))
        self.interrupted(lambda: plyscope.tournament(Nim((30, 30, 30)), deep))
        self.interrupted(lambda: plyscope.tournament(Nim((30, 30, 30)), deep, opening_plies=8))
        self.interrupted(lambda: plyscope.trace("othello", "bfm", nodes=10**8))

        class Slow(TicTacToe):
            def evaluate(self) -> float:
                time.sleep(0.01)
                return super().evaluate()

        self.interrupted(lambda: list(plyscope.think(Slow(), "alpha-beta", depth=9)))
        self.interrupted(lambda: plyscope.tournament(Slow(), ["name=a,algorithm=bfm,nodes=9999", "name=b,algorithm=bfm,nodes=999"]))
        # And what comes after is whole.
        self.assertEqual(len(plyscope.tournament("hexapawn", ["name=a,algorithm=pvs,nodes=9", "name=b,algorithm=bfm,nodes=9"]).ranks), 2)

    def test_a_run_keeps_its_rows_and_goes_on_after_ctrl_c(self) -> None:
        experiment = plyscope.experiment("zhang-table-1")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run"
            # A fast machine would finish the usual number of trees before the second signal.
            many: dict[str, Any] = {"seeds": 20_000}
            self.interrupted(lambda: experiment.run("default", run_dir=path, threads=1, **many))
            rows = (path / "rows.jsonl").read_text().splitlines()
            with self.assertRaises(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, 0.5)
                experiment.run("default", run_dir=path, resume=True, threads=1, **many)
            more = (path / "rows.jsonl").read_text().splitlines()
            self.assertEqual(more[: len(rows)], rows)
            self.assertGreater(len(more), len(rows))

    def test_an_exception_of_a_caller_is_raised(self) -> None:
        def refuse(done: int, planned: int) -> None:
            raise Fault("progress")

        with self.assertRaises(Fault):
            plyscope.experiment("notes-small-trees").run("quick", progress=refuse)


class Numbers(unittest.TestCase):
    def test_numbers_of_numpy_are_numbers(self) -> None:
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy")
        deep = plyscope.search("connect-four", "pvs", depth=3, killers=True)
        self.assertEqual(plyscope.search("connect-four", "pvs", depth=numpy.int64(3), killers=numpy.bool_(True)), deep)
        self.assertEqual(plyscope.search("othello", "bfm", nodes=numpy.float64(300)), plyscope.search("othello", "bfm", nodes=300))
        self.assertTrue(plyscope.search("othello", "strong", st=numpy.float32(0.05)).move)
        settings = plyscope.experiment("korf-fig-13").settings("quick", depths=numpy.array([1, 2, 3, 4]), seed=numpy.int32(3))
        self.assertEqual((settings["depths"], settings["seed"]), ([1, 2, 3, 4], 3))

        class Array(Keyed):
            def key(self) -> Any:
                return numpy.uint64(int.from_bytes(self.board.encode(), "big") % (2**64 - 59))

        self.assertEqual(plyscope.search(Array(), "ubfm", nodes=300), plyscope.search(Keyed(), "ubfm", nodes=300))


class Threads(unittest.TestCase):
    def test_searches_run_beside_each_other_and_the_interpreter(self) -> None:
        expected = plyscope.search("othello", "alpha-beta", depth=6)
        own = plyscope.search(Keyed(), "alpha-beta", depth=5)
        found: list[Any] = []
        shared = Keyed()

        def work(number: int) -> None:
            if number % 2:
                found.append(plyscope.search("othello", "alpha-beta", depth=6) == expected)
            else:
                found.append(plyscope.search(shared, "alpha-beta", depth=5) == own)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [True] * 12)

    def test_the_interpreter_is_free_while_one_of_our_games_is_searched(self) -> None:
        ticks = [0]
        done = threading.Event()

        def tick() -> None:
            while not done.wait(0.005):
                ticks[0] += 1

        thread = threading.Thread(target=tick)
        thread.start()
        plyscope.search("othello", "alpha-beta", depth=60, st=0.5)
        done.set()
        thread.join()
        self.assertGreater(ticks[0], 20)


#: What every program below begins with.
HEAD = """
import os, sys, threading, time
import plyscope
from games import *
"""


def ended(program: str) -> str:
    """What a program of its own prints; it must end soon and well."""
    paths = [str(Path(plyscope.__file__).parent.parent), str(Path(__file__).parent)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", HEAD + program], env=environment, capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), (done.returncode, done.stdout, done.stderr)
    return done.stdout


class Exits(unittest.TestCase):
    def test_the_interpreter_ends_in_the_middle_of_thoughts(self) -> None:
        for game, engine in [("Nim((30, 30, 30))", "'alpha-beta', depth=60, iterative=True"), ("'othello'", "'strong', level=30")]:
            begin = f"thoughts = plyscope.think({game}, {engine})\nnext(thoughts)\n"
            ended(begin)
            # Held where the interpreter looks last.
            ended(begin + "sys.modules['kept'] = thoughts")
            # So many that the search waits for the reader.
            ended(begin + "time.sleep(1)")

    def test_the_interpreter_ends_while_other_threads_work(self) -> None:
        told = ended("""
def again(work):
    def loop():
        while True:
            try:
                work()
            except plyscope.PlyscopeError:
                pass
    threading.Thread(target=loop, daemon=True).start()

engines = ["name=a,algorithm=bfm,nodes=9999", "name=b,algorithm=bfm,nodes=999"]
again(lambda: plyscope.search("othello", "bfm", nodes=10**9))
again(lambda: plyscope.search(Nim((30, 30, 30)), "alpha-beta", depth=60))
again(lambda: list(plyscope.think(Nim((30, 30, 30)), "alpha-beta", depth=60)))
again(lambda: plyscope.tournament("othello", engines))
again(lambda: plyscope.tournament(Nim((30, 30, 30)), engines))
again(lambda: plyscope.experiment("zhang-table-1").run("default"))
again(lambda: plyscope.trace("othello", "bfm", nodes=10**8))
time.sleep(1)
print("leaving")
""")
        self.assertEqual(told, "leaving\n")

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_forked_process_leaves_its_parents_search_alone(self) -> None:
        for deed in ["thoughts.close()", "del thoughts", "list(thoughts)"]:
            told = ended(f"""
thoughts = plyscope.think("othello", "strong", level=30)
next(thoughts)
child = os.fork()
if child == 0:
    try:
        {deed}
        print("left")
    except plyscope.PlyscopeError as error:
        print("call think here" in str(error))
    print(plyscope.search("othello", depth=3).move, flush=True)
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
print(type(next(thoughts)).__name__)
""")
            self.assertEqual(told, ("True" if "list" in deed else "left") + "\nd3\nThought\n")

    def test_a_game_may_end_its_own_search(self) -> None:
        told = ended("""
class Ends(TicTacToe):
    def evaluate(self):
        thinking.close()
        return 0

thinking = plyscope._native.think(Ends(), [("algorithm", "alpha-beta"), ("depth", "9")], False)
time.sleep(0.2)
print(list(thinking))
""")
        self.assertEqual(told, "[]\n")


class Memory(unittest.TestCase):
    @unittest.skipUnless(Path("/proc/self/statm").exists(), "no /proc")
    def test_searches_leave_nothing_behind(self) -> None:
        def pages() -> int:
            return int(Path("/proc/self/statm").read_text().split()[1])

        def work(rounds: int) -> None:
            for _ in range(rounds):
                plyscope.search(Keyed(), "bfm", nodes=50)
                plyscope.search("connect-four", "alpha-beta", depth=2)
                for _thought in plyscope.think(TicTacToe(), "alpha-beta", depth=3, iterative=True):
                    break
                with self.assertRaises(ValueError):
                    plyscope.search(TicTacToe(), "alpha-beta", depth=0)

        work(300)
        before = pages()
        work(2000)
        # One kilobyte a round would be 500 pages.
        self.assertLess(pages() - before, 400)


if __name__ == "__main__":
    unittest.main()
