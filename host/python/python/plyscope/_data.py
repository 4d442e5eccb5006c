"""Rows as pandas data frames where pandas is installed."""

from __future__ import annotations

from typing import Any

#: A pandas DataFrame, or a list of dicts without pandas.
Rows = Any


def frame(rows: list[dict[str, Any]]) -> Rows:
    """A data frame of these rows; without pandas, the rows."""
    try:
        import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        return rows
    return pandas.DataFrame(rows)
