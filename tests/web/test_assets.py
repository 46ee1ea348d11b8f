"""The style sheets, the modules, and what they name."""

from __future__ import annotations

import re
from itertools import accumulate

import pytest

from companion import data
from companion.web.assets import FOREVER, Assets
from tests.support.weighing import MOST_FONTS_KB


def linked(client):
    found = re.findall(r'(?:href|src)="(/assets/[^"]+)"', client.get("/").text)
    return [path for path in found if not path.endswith(".png")]


def test_a_page_links_its_styles_and_modules_and_they_are_kept_for_ever(client):
    found = linked(client)
    assert [re.sub(r"-[0-9a-f]{12}|[0-9a-f]{12}/", "", path) for path in dict.fromkeys(found)] == [
        "/assets/favicon.svg",
        "/assets/site.css",
        "/assets/around.css",
        "/assets/htmx.js",
        "/assets/keyboard.js",
        "/assets/sync.js",
        "/assets/outbox.js",
        "/assets/site.js",
        "/assets/around.js",
        "/assets/home.css",
        "/assets/pages/install.js",
        "/assets/pages/times.js",
        "/assets/pages/home.js",
        "/assets/pages/language.js",
    ]
    for path in found:
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == FOREVER


def test_they_are_called_what_they_are(client):
    kinds = [client.get(path).mimetype for path in linked(client)]
    assert kinds[:4] == ["image/svg+xml", "text/css", "text/css", "text/javascript"]
    assert set(kinds[4:]) == {"text/javascript", "text/css"}


def test_the_order_of_layers_is_told_first(client):
    style = client.get(linked(client)[1]).text
    first = re.sub(r"/\*.*?\*/", "", style, flags=re.S).strip()
    assert first.startswith("@layer values, meanings, base, layout, parts, enlarged;")


def test_every_style_sheet_closes_what_it_opens():
    """They are sent as one, so what one leaves open, or closes too often, spoils all that follow."""
    uneven = []
    for file in sorted((data.static() / "css").rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)
        depths = list(accumulate({"{": 1, "}": -1}[brace] for brace in re.findall("[{}]", text)))
        if min(depths, default=0) < 0 or depths[-1:] not in ([], [0]):
            uneven.append(file.name)
    assert uneven == []


def test_files_are_sent_as_they_are(client):
    """Whoever looks at a page's script reads what stands in the project, comments and all."""
    for name in ("state.js", "pages/counted.js"):
        page = client.get("/boards" if name == "state.js" else "/").text
        folder = re.search(r"/assets/([0-9a-f]{12})/site.js", page)[1]
        assert client.get(f"/assets/{folder}/{name}").data == (data.static() / "js" / name).read_bytes()


def test_texts_are_compressed_once(client, monkeypatch):
    path = linked(client)[1]
    client.get(path, headers={"Accept-Encoding": "gzip"})

    def never(*_args: object, **_more: object) -> bytes:
        raise AssertionError("compressed again")

    monkeypatch.setattr("gzip.compress", never)
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")
    assert client.get(path).headers.get("Content-Encoding") is None


FACES = ("league-gothic", "barlow-semi-condensed")
IMPORT = re.compile(r'^import\b[^"]*?"(\.[^"]+)";', re.M)
SCRIPTS = {file.relative_to(data.static() / "js").as_posix(): file for file in (data.static() / "js").rglob("*.js")}


def imports(name):
    place = SCRIPTS[name].parent
    found = [(place / wanted).resolve() for wanted in IMPORT.findall(SCRIPTS[name].read_text())]
    return [path.relative_to((data.static() / "js").resolve()).as_posix() for path in found]


def test_modules_import_one_another_in_no_circle():
    def reached(name, way):
        assert name not in way, " -> ".join([*way, name])
        for other in imports(name):
            reached(other, [*way, name])

    for name in SCRIPTS:
        reached(name, [])


def test_lines_of_a_script_are_as_wide_as_a_person_reads():
    files = [*SCRIPTS.values(), data.static() / "sw.js"]
    assert [
        f"{f.name}:{n}" for f in files for n, line in enumerate(f.read_text().splitlines(), 1) if len(line) > 110
    ] == []


def test_no_script_makes_a_page_wide_global():
    """Modules have none; what htmx brings is not ours."""
    assert [
        name for name, f in SCRIPTS.items() if re.search(r"\b(window|globalThis|self)\.\w+ *=[^=]", f.read_text())
    ] == []


def test_a_page_names_all_modules_that_it_needs_beforehand(client):
    page = client.get("/boards").text
    named = re.findall(r'rel="modulepreload" href="/assets/[0-9a-f]{12}/([^"]+)"', page)
    run = re.findall(r'type="module" src="/assets/[0-9a-f]{12}/([^"]+)"', page)
    assert run == ["site.js", "around.js", "pages/shelf.js"]
    assert len(named) == len(set(named))
    assert {*named, *run} >= {other for name in (*named, *run) for other in imports(name)}


def test_a_folder_that_is_gone_is_not_there(client):
    folder = re.search(r"/assets/([0-9a-f]{12})/site.js", client.get("/").text)[1]
    assert client.get(f"/assets/{folder}/site.js").status_code == 200
    assert client.get("/assets/0123456789ab/site.js").status_code == 404
    assert client.get(f"/assets/{folder}/nowhere.js").status_code == 404
    assert client.get(f"/assets/{folder}/usa.json").status_code == 404


def test_a_board_is_fetched_by_its_content(app, boards):
    client, assets = app.test_client(), Assets(boards)
    with app.test_request_context("/"):
        path = app.jinja_env.globals["board_facts"](boards["usa"])
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == FOREVER
    assert answer.json["routes"]["denver--omaha"]["length"] == 4
    assert client.get(path.replace("usa", "europe")).status_code == 404
    assert assets.names((".json",)) == []


def test_scripts_of_few_pages_are_loaded_there_alone(client):
    assert "/pages/install.js" in client.get("/").text
    assert "/pages/install.js" not in client.get("/about").text
    assert "/pages/retry.js" in client.get("/offline").text
    assert "/pages/seats.js" in client.get("/new").text


def test_all_that_the_style_names_is_there(client):
    style = client.get(linked(client)[1]).text
    named = re.findall(r'url\("([^"]+)"\)', style)
    assert len(named) == 10
    for name in named:
        answer = client.get(f"/assets/{name}")
        assert answer.status_code == 200
        assert answer.mimetype == "font/woff2"


def test_htmx_is_a_file_of_its_own(client):
    assert "var htmx=" in client.get(linked(client)[3]).text


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


@pytest.mark.parametrize(
    "instead", [("czech-polish",), ("latin", "latin-central")], ids=["Czech or Polish", "others"]
)
def test_a_page_with_every_letter_loads_few_fonts(instead):
    """A page in Czech or Polish loads one file of a face in the place of two."""
    parts = (*instead, "latin-1", "latin-ext")
    files = (data.static() / f"fonts/{face}-{part}.woff2" for face in FACES for part in parts)
    assert sum(font.stat().st_size for font in files) <= MOST_FONTS_KB * 1024


def test_what_others_made_has_its_licence_beside_it():
    vendored = [*(data.static() / "vendor").glob("*.js")]
    assert [file.name for file in vendored] == ["htmx-4.0.1.min.js"]
    assert "any purpose with or without fee" in (data.static() / "vendor/htmx-4.0.1.txt").read_text()
    for face in FACES:
        assert "SIL OPEN FONT LICENSE" in (data.static() / f"fonts/{face}.txt").read_text().upper()
