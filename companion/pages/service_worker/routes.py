"""The worker that opens the app without a network, and the page it shows where it has kept nothing better."""

from __future__ import annotations

import hashlib
import json

from flask import Blueprint, Response, render_template, url_for

from companion import data, i18n, languages
from companion.pages.parts import Parts

# What the pages that are kept are made with, and may ask for long after they came.
ALWAYS = (".css", ".mp4", ".woff2")
RARELY = ("gallery.css", "about.css", "television.css")  # of pages that need the network anyway
FAVICON = "icons/favicon.svg"


def pages(parts: Parts) -> Blueprint:
    """The worker has to lie at the root: it looks after what lies beside it and below."""
    assets, static = parts.assets, data.static()
    blueprint = Blueprint("service_worker", __name__)
    body = (static / "sw.js").read_bytes()

    @blueprint.get("/sw.js")
    def script() -> Response:
        files = [*(assets.url(name) for name in assets.names(ALWAYS) if name not in RARELY), assets.url(FAVICON)]
        files += [assets.script(name) for name in assets.script_names]  # the folder as a whole
        # Whatever changes what phones keep makes another version, and only that does: no change of language.
        with i18n.speaking(languages.catalogue(i18n.ENGLISH)):
            shell = render_template("service_worker/offline.html")
        made = [body, shell.encode(), languages.digest().encode(), *(name.encode() for name in files)]
        version = hashlib.sha256(b"\0".join(made))
        context = {"VERSION": version.hexdigest()[:12], "SHELL": url_for("service_worker.offline"), "FILES": files}
        context["PAGES"] = assets.version
        head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in context.items())
        return Response(head.encode() + body, content_type="text/javascript; charset=utf-8")

    @blueprint.get("/offline")
    def offline() -> str:
        return render_template("service_worker/offline.html")

    return blueprint
