"""Experiments: the papers' figures and tables, and later ones."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Union

from . import _native
from ._checks import optional, plain
from ._data import Rows, frame
from ._native import UsageError

Path = Union[str, "os.PathLike[str]"]


def _setting(value: object) -> str:
    value = plain(value)
    if isinstance(value, (list, tuple, range)):
        return ",".join(str(one) for one in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


@dataclass(frozen=True)
class Claim:
    """A statement, the number that it prints, ours, and the verdict."""

    statement: str
    source: str
    #: "paper", "independent" or "own".
    origin: str
    #: The number as printed.
    paper: str
    #: Ours.
    ours: str
    #: "holds", "differs", "holds or differs by our reading", or "not testable".
    verdict: str
    #: The reason.
    detail: str
    #: Whether it counts among the papers' statements, or is shown beside them.
    counts: bool
    #: The likely cause, if it differs.
    cause: Optional[str]


class Table:
    """A table of results."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.title: str = told["title"]
        #: Headings for readers.
        self.columns: list[str] = told["columns"]
        #: Names of columns, as in its CSV.
        self.names: list[str] = told["names"]
        #: Cells: numbers, or text.
        self.rows: list[list[Any]] = told["rows"]
        #: Cells for readers, with their intervals.
        self.texts: list[list[str]] = told["texts"]
        #: The table as CSV, with intervals.
        self.csv: str = told["csv"]

    def frame(self) -> Rows:
        """The numbers as a pandas data frame, None where a cell is empty; without pandas, as a list of dicts."""
        rows = [[None if cell == "" else cell for cell in row] for row in self.rows]
        return frame([dict(zip(self.columns, row)) for row in rows])

    def _repr_html_(self) -> str:
        def cells(tag: str, row: list[str]) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) + "</tr>"

        body = "".join(cells("td", row) for row in self.texts)
        return f"<table><caption>{html.escape(self.title)}</caption>{cells('th', self.columns)}{body}</table>"

    def __repr__(self) -> str:
        return f"<table {self.title!r}, {len(self.rows)} rows>"


class Figure:
    """A figure, which notebooks show."""

    def __init__(self, results: _native.Results, number: int, name: str, title: str) -> None:
        self._results, self._number = results, number
        self.name, self.title = name, title

    @property
    def svg(self) -> str:
        """The figure as SVG."""
        return self._results.svg(self._number)

    @property
    def png(self) -> bytes:
        """The figure as PNG."""
        return self._results.png(self._number)

    @property
    def csv(self) -> Optional[str]:
        """Its numbers as CSV; None for a tree."""
        return self._results.figure_csv(self._number)

    def save(self, path: Path) -> None:
        """Writes the figure to a file: SVG, or PNG if its name ends so."""
        data = self.png if os.fsdecode(path).lower().endswith(".png") else self.svg.encode()
        with open(path, "wb") as out:
            out.write(data)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<figure {self.title!r}>"


class Results:
    """The results of an experiment."""

    def __init__(self, native: _native.Results) -> None:
        self._native = native

    @property
    def id(self) -> str:
        """The experiment's name."""
        return self._native.id

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows."""
        return [json.loads(row) for row in self._native.rows]

    def frame(self) -> Rows:
        """The rows as a pandas data frame; without pandas, as a list of dicts."""
        return frame(self.rows)

    @property
    def tables(self) -> list[Table]:
        """The tables."""
        return [Table(told) for told in json.loads(self._native.tables())]

    @property
    def figures(self) -> list[Figure]:
        """The figures."""
        return [Figure(self._native, number, *named) for number, named in enumerate(self._native.figures())]

    @property
    def claims(self) -> list[Claim]:
        """What the sources say, with verdicts."""
        return [Claim(**told) for told in json.loads(self._native.claims())]

    def claims_frame(self) -> Rows:
        """The claims as a pandas data frame; without pandas, as a list of dicts."""
        return frame([vars(claim) for claim in self.claims])

    def _repr_html_(self) -> str:
        figures = "".join(figure.svg for figure in self.figures)
        tables = "".join(table._repr_html_() for table in self.tables)
        rows = "".join(
            f"<tr><td>{html.escape(claim.verdict)}</td><td>{html.escape(claim.statement)}</td>"
            f"<td>{html.escape(claim.paper)}</td><td>{html.escape(claim.ours)}</td></tr>"
            for claim in self.claims
        )
        head = "<tr><th>verdict</th><th>statement</th><th>printed</th><th>here</th></tr>"
        return f"<h3>{html.escape(self.id)}</h3>{figures}{tables}<table>{head}{rows}</table>"

    def __repr__(self) -> str:
        return f"<results of {self.id}: {len(self._native.rows)} rows, {len(self.claims)} claims>"


class Experiment:
    """An experiment."""

    def __init__(self, native: _native.Experiment) -> None:
        self._native = native
        about = json.loads(native.about())
        self.id: str = about["id"]
        self.title: str = about["title"]
        #: The paper, and the place in it.
        self.source: str = about["source"]
        #: What the paper did, or the question.
        self.what: str = about["what"]
        #: The meaning of each setting.
        self.meanings: dict[str, str] = dict(about["settings"])

    def settings(self, scale: str = "quick", **changes: object) -> dict[str, Any]:
        """The settings of a scale ("quick", "default" or "paper") with some of them changed; without arguments those of `run()`."""
        settings: dict[str, Any] = json.loads(self._native.settings(scale, self._changes(changes)))
        return settings

    def run(
        self,
        scale: str = "quick",
        *,
        run_dir: Optional[Path] = None,
        resume: bool = False,
        threads: Optional[int] = None,
        progress: Optional[Callable[[int, int], object]] = None,
        **changes: object,
    ) -> Results:
        """Runs the experiment and returns its results.

        `changes` are settings, such as ``depths=[2, 4]``. With `run_dir` the rows are kept in that directory, as the command keeps
        them, byte for byte; with `resume` a run that is there goes on. `progress` is called with the numbers of tasks done and planned.
        Ctrl-C ends the run; its rows are kept.
        """
        folder = None if run_dir is None else os.fsdecode(run_dir)
        threads = optional("threads", threads, 1, 1024)
        if progress is not None and not callable(progress):
            raise UsageError(f"progress={progress!r}: give a function of two numbers, tasks done and planned")
        return Results(self._native.run(scale, self._changes(changes), folder, resume, threads, progress))

    def __reduce__(self) -> tuple[Any, ...]:
        return experiment, (self.id,)

    @staticmethod
    def _changes(changes: Mapping[str, object]) -> list[tuple[str, str]]:
        return [(name, _setting(value)) for name, value in changes.items()]

    def __repr__(self) -> str:
        return f"<experiment {self.id}: {self.title}>"


def experiments() -> list[Experiment]:
    """All experiments."""
    return [Experiment(native) for native in _native.experiments()]


def experiment(id: str) -> Experiment:
    """The experiment of this name."""
    return Experiment(_native.Experiment(id))


def results(run_dir: Path) -> Results:
    """The results in a run directory, made here or by the command."""
    folder = os.fsdecode(run_dir)
    if os.path.isdir(folder) and not os.path.exists(os.path.join(folder, "manifest.json")):
        # The command makes a directory for each experiment.
        runs = sorted(name for name in os.listdir(folder) if os.path.exists(os.path.join(folder, name, "manifest.json")))
        if runs:
            raise UsageError(f"{folder} holds several runs: give the directory of one, such as {os.path.join(folder, runs[0])}")
    return Results(_native.results(folder))
