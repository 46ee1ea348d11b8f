"""The script that opens the app without a network, and the page it shows when it has stored nothing better."""

from __future__ import annotations

import hashlib
import json

from flask import Blueprint, Response, render_template, url_for

from companion import data, i18n, languages
from companion.pages.parts import Parts

# The kinds of files that stored pages may ask for at any later time, so all of them are stored.
ALWAYS = (".css", ".mp4", ".woff2")
RARELY = ("gallery.css", "about.css", "television.css")  # of pages that need the network anyway
FAVICON = "icons/favicon.svg"


def create_blueprint(parts: Parts) -> Blueprint:
    """Serves the service worker at /sw.js: a worker only handles addresses below its own."""
    assets, static = parts.assets, data.static()
    blueprint = Blueprint("service_worker", __name__)
    body = (static / "sw.js").read_bytes()

    @blueprint.get("/sw.js")
    def script() -> Response:
        """The service worker's script, after its constants: which files phones store, and a version of them all.

        A file's URL changes with its content, so the version changes with every file.
        """
        files = [assets.url(name) for name in assets.names(ALWAYS) if name not in RARELY]
        files.append(assets.url(FAVICON))
        files += [assets.script(name) for name in assets.script_names]
        # The version changes with what phones store and with nothing else, such as this phone's language.
        with i18n.speaking(languages.catalogue(i18n.ENGLISH)):
            shell = render_template("service_worker/offline.html")
        content = [body, shell.encode(), languages.digest().encode(), *(name.encode() for name in files)]
        constants = {
            "VERSION": hashlib.sha256(b"\0".join(content)).hexdigest()[:12],
            "SHELL": url_for("service_worker.offline"),
            "FILES": files,
            "PAGES": assets.version,
        }
        head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
        return Response(head.encode() + body, content_type="text/javascript; charset=utf-8")

    @blueprint.get("/offline")
    def offline() -> str:
        return render_template("service_worker/offline.html")

    return blueprint
