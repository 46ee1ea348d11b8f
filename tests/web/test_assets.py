"""One style sheet, one script, and what they name."""

from __future__ import annotations

import re

import pytest

from companion import data
from companion.web.http.assets import FOREVER, Assets

SCRIPT = """// Why.
const a = "//x ; y", b = 1 - -1; // so
    // gone
  if (b) {
    c(`${ a } = 1`);
  }

"""
SENT = b"""const a = "//x ; y", b = 1 - -1; // so
if (b) {
c(`${ a } = 1`);
}
"""


def linked(client):
    found = re.findall(r'(?:href|src)="(/assets/[^"]+)"', client.get("/").text)
    return [path for path in found if not path.endswith(".png")]


def test_a_page_links_one_style_and_two_scripts_that_are_kept_for_ever(client):
    found = linked(client)
    assert [re.sub(r"-[0-9a-f]{12}", "", path) for path in found] == [
        "/assets/favicon.svg",
        "/assets/site.css",
        "/assets/site.js",
        "/assets/install.js",
    ]
    for path in found:
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == FOREVER


def test_they_are_called_what_they_are(client):
    kinds = [client.get(path).mimetype for path in linked(client)]
    assert kinds == ["image/svg+xml", "text/css", "text/javascript", "text/javascript"]


def test_the_order_of_layers_is_told_first(client):
    style = client.get(linked(client)[1]).text
    assert style.startswith("@layer values,meanings,base,layout,parts;")


def test_notes_and_indents_stay_at_home_and_a_script_stays_as_it_is_otherwise(tmp_path):
    for folder in ("fonts", "icons", "media", "vendor", "css", "js"):
        (tmp_path / folder).mkdir()
    (tmp_path / "css/a.css").write_text(
        '/* why\n   so */\na > b, c :d {\n    color: red; /* here too */\n  content: "; {";\n}\n'
    )
    (tmp_path / "js/a.js").write_text(SCRIPT)
    (tmp_path / "vendor/v.js").write_text("// theirs, licence and all\n  v()")
    assets = Assets.read(tmp_path)
    assert assets._by_plain_name["site.css"].body == b'a>b,c :d{color:red;content:"; {"}'
    script = assets._by_plain_name["site.js"].body
    assert script == b"// theirs, licence and all\n  v();\n" + SENT


def test_no_text_of_a_script_has_a_line_that_looks_like_a_note():
    """A note has lines of its own; what goes on over several lines is no text, or it would be cut."""
    for file in [*(data.static() / "js").rglob("*.js"), data.static() / "sw.js"]:
        without_notes = re.sub(r"^\s*//.*", "", file.read_text(), flags=re.M)
        assert all(line.count("`") % 2 == 0 for line in without_notes.splitlines()), file


def test_scripts_of_few_pages_are_loaded_there_alone(client):
    assert "/assets/install-" in client.get("/").text
    assert "/assets/install-" not in client.get("/about").text
    assert "/assets/retry-" in client.get("/offline").text
    assert all(f"/assets/{name}-" in client.get("/new").text for name in ("looks", "order", "starts"))


def test_all_that_the_style_names_is_there(client):
    style = client.get(linked(client)[1]).text
    named = re.findall(r'url\("([^"]+)"\)', style)
    assert len(named) == 2
    for name in named:
        answer = client.get(f"/assets/{name}")
        assert answer.status_code == 200
        assert answer.mimetype == "font/woff2"


def test_htmx_is_in_the_script(client):
    assert "var htmx=" in client.get(linked(client)[2]).text


@pytest.mark.parametrize("name", ["nope.css", "../pyproject.toml", "%2e%2e/pyproject.toml", "site.css"])
def test_nothing_else_is(client, name):
    assert client.get(f"/assets/{name}").status_code == 404


def test_a_changed_file_gets_another_name(app):
    def name_of(body):
        assets = Assets()
        assets.add("site.css", body)
        with app.test_request_context("/"):
            return assets.url("site.css")

    assert name_of(b"a") != name_of(b"b")
    assert name_of(b"a") == name_of(b"a")


def test_a_page_that_names_a_missing_file_fails(app):
    with app.test_request_context("/"), pytest.raises(KeyError):
        Assets().url("missing.css")


def test_the_heading_face_stays_small():
    assert sum(font.stat().st_size for font in (data.static() / "fonts").glob("*.woff2")) <= 12 * 1024


def test_what_others_made_has_its_licence_beside_it():
    vendored = [*(data.static() / "vendor").glob("*.js")]
    assert [file.name for file in vendored] == ["htmx-4.0.1.min.js"]
    assert "any purpose with or without fee" in (data.static() / "vendor/htmx-4.0.1.txt").read_text()
    assert "SIL OPEN FONT LICENSE" in (data.static() / "fonts/league-gothic.txt").read_text().upper()
