"""HTML as a tree, read by a parser that forgives nothing."""

from __future__ import annotations

from typing import Any

import html5lib


def parsed(text: str) -> Any:
    """A page or a fragment; what is not valid raises."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    whole = text.lstrip().lower().startswith("<!doctype")
    return parser.parse(text) if whole else parser.parseFragment(text)
