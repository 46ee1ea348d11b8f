"""HTML as a tree, read by a parser that forgives nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import html5lib


@lru_cache(maxsize=400)  # the same page is read by several checks, and reading it is what takes long
def parsed(text: str) -> Any:
    """A page or a fragment, for reading only; what is not valid raises."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    whole = text.lstrip().lower().startswith("<!doctype")
    return parser.parse(text) if whole else parser.parseFragment(text)
