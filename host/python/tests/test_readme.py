"""The README's examples print what the README says."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import unittest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


class Readme(unittest.TestCase):
    def test_examples_print_what_is_written_below_them(self) -> None:
        blocks = re.findall(r"```(\w+)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
        names: dict[str, object] = {}
        checked = 0
        for (kind, text), (after, expected) in zip(blocks, blocks[1:]):
            if kind != "python":
                continue
            if "pyspiel" in text and importlib.util.find_spec("pyspiel") is None:
                continue
            self.assertEqual(after, "text", "an example has its output below it")
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, str(README), "exec"), names)
            self.assertEqual(out.getvalue(), expected)
            checked += 1
        self.assertGreaterEqual(checked, 2)


if __name__ == "__main__":
    unittest.main()
