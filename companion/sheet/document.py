"""Printed pages out of templates, with every text escaped: names are what strangers type."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion import data, i18n


def document(template: str, shown: Mapping[str, Any], size: str, style: str = "", notice: str = "") -> str:
    """A whole document. Without a style it is for whoever brings one."""
    return _templates().get_template(template).render(shown, size=size, style=style, notice=notice)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    found = Environment(
        loader=FileSystemLoader(data.templates()),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    found.globals.update(i18n.for_templates())
    return found
