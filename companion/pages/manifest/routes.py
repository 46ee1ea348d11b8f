"""The web app manifest, with which a phone adds the app to its home screen."""

from __future__ import annotations

import json
from typing import Any, Final

from flask import Blueprint, Response, request, url_for

from companion import i18n, languages
from companion.i18n import gettext as _
from companion.i18n import pgettext
from companion.pages.parts import Parts
from companion.web.assets import Assets

THEME, BACKGROUND = "#1e3160", "#f5edda"  # by day; each page states its own theme colour for day and night
NIGHT: Final = {"theme_color": "#162038", "background_color": "#0e1526"}
ICONS: Final = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("favicon.svg", "any", "any"),
    ("maskable.png", "512x512", "maskable"),
    ("monochrome.png", "512x512", "monochrome"),
)
NARROW, WIDE = "media/screen-narrow.png", "media/screen-wide.png"


def create_blueprint(parts: Parts) -> Blueprint:
    """Answers requests for the manifest. Without tables there is nothing to start and nothing to join."""
    assets = parts.assets
    blueprint = Blueprint("manifest", __name__)

    @blueprint.get("/manifest.webmanifest")
    def manifest() -> Response:
        """The manifest in the language of the page, which its address says: browsers ask for it without a cookie."""
        code = languages.best([request.args.get("lang", "")])
        if code and code != i18n.language():
            with i18n.speaking(languages.catalogue(code)):
                return answer()
        return answer()

    def answer() -> Response:
        facts = _app(assets) | ({"shortcuts": _shortcuts(assets)} if parts.tables_if_any else {})
        return Response(json.dumps(facts, ensure_ascii=False), content_type="application/manifest+json")

    return blueprint


def _app(assets: Assets) -> dict[str, Any]:
    """The members of the manifest, but for the shortcuts."""
    home = url_for("home.home")
    return {
        "id": home,
        "name": _("Trackside"),
        "short_name": _("Trackside"),
        "description": _("Scores your games of Ticket to Ride, and shows where every point comes from."),
        "lang": i18n.language(),
        "dir": "ltr",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "theme_color": THEME,
        "background_color": BACKGROUND,
        # Not all browsers know this yet; the others ignore it.
        "user_preferences": {"color_scheme": {"dark": NIGHT}},
        "categories": ["games", "utilities"],
        "icons": [_icon(assets, *icon) for icon in ICONS],
        "screenshots": [
            _screenshot(assets, NARROW, "720x1480", "narrow", _("The board on a phone, showing who's next")),
            _screenshot(assets, WIDE, "1280x800", "wide", _("The board on a laptop, showing everyone's points")),
        ],
    }


def _shortcuts(assets: Assets) -> list[dict[str, Any]]:
    """What a long press on the app's icon offers."""
    icons = [_icon(assets, *ICONS[0])]
    return [
        {"name": _("New game"), "url": url_for("new_game.form"), "icons": icons},
        {"name": pgettext("shortcut", "Join"), "url": url_for("join.form"), "icons": icons},
    ]


def _icon(assets: Assets, name: str, sizes: str, purpose: str) -> dict[str, str]:
    file = f"icons/{name}"
    return {"src": assets.url(file), "sizes": sizes, "type": assets.kind(file), "purpose": purpose}


def _screenshot(assets: Assets, name: str, size: str, form: str, label: str) -> dict[str, str]:
    return {"src": assets.url(name), "sizes": size, "type": assets.kind(name), "form_factor": form, "label": label}
