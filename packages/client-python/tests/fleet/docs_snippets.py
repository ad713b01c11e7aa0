"""The snippets of docs/python.md, in order, with the pages of the tests' site."""

from __future__ import annotations

import os
import re
from pathlib import Path

PAGE = Path(__file__).parents[4] / "docs/python.md"
NEEDS = re.compile(r"langchain|llamaindex|scrapy|to_pandas")


def snippets() -> list[str]:
    text = PAGE.read_text(encoding="utf-8").replace("https://example.com", os.environ["TEST_SITE"])
    return re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)


def run(*, with_extras: bool) -> dict[str, object]:
    """Runs them in one namespace, which it returns; those that need an extra only where there are extras."""
    names: dict[str, object] = {"__name__": "snippets"}
    for code in snippets():
        if with_extras or not NEEDS.search(code):
            exec(compile(code, "docs/python.md", "exec"), names)
    return names
