"""Game-tree search: best-first minimax, forward estimation, and the searches that they are measured against.

>>> import plyscope
>>> plyscope.search("othello", "alpha-beta", depth=6).move
'd3'

Games are plyscope's own, by name, or objects of yours (see `Playable`). Engines are written as on the command line, as text or as a
dict: ``"algorithm=bfm,nodes=5000"``, ``{"algorithm": "bfm", "nodes": 5000}``, or ``"bfm"`` with the rest as keywords.
"""

import atexit as _atexit

from . import _native
from ._engines import Engine, Option, algorithms, options
from ._experiments import Claim, Experiment, Figure, Results, Table, experiment, experiments, results
from ._games import Playable, Position, games, othello, random_tree
from ._native import PlyscopeError, UsageError, __version__
from ._search import Counts, Result, Thought, search, think
from ._tournament import Game, Pairing, Rank, Standings, play, tournament
from ._trace import Trace, examples, trace

# Before the interpreter ends, searches in other threads do.
_atexit.register(_native.leave)

__all__ = [
    "Claim",
    "Counts",
    "Engine",
    "Experiment",
    "Figure",
    "Game",
    "Option",
    "Pairing",
    "Playable",
    "PlyscopeError",
    "Position",
    "Rank",
    "Result",
    "Results",
    "Standings",
    "Table",
    "Thought",
    "Trace",
    "UsageError",
    "__version__",
    "algorithms",
    "examples",
    "experiment",
    "experiments",
    "games",
    "options",
    "othello",
    "play",
    "random_tree",
    "results",
    "search",
    "think",
    "tournament",
    "trace",
]
