"""One style sheet, one script, and what they name."""

from __future__ import annotations

import gzip
import re

import pytest

from companion import data
from companion.web.http.assets import FOREVER, Assets
from companion.web.http.scripts import own_scripts, tight_script

SCRIPT = """// Why.
const a = "//x ; y", b = 1 - -1; // so
    // gone
  if (b) {
    c(a, `${ a } = 1`, 'it ( is )');
  }
const d = a.split(/ [;, ]+ "/).map((one) =>
  one ? 1 : { e: / x=1 /.test(one), });
"""
SENT = (
    b'const a="//x ; y",b=1 - -1;'
    b"if(b){c(a,`${ a } = 1`,'it ( is )')}\n"
    b'const d=a.split(/ [;, ]+ "/).map(t=>\nt?1:{e: / x=1 /.test(t)})'
)

UNSENT = {"newest", "offline-board", "offline-choice", "outbox", "outbox-send", "unsent", "unsent-notes"}
UNSENT |= {"unsent-overlay", "worker"}


def linked(client):
    found = re.findall(r'(?:href|src)="(/assets/[^"]+)"', client.get("/").text)
    return [path for path in found if not path.endswith(".png")]


def test_it_works(client):
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


def test_notes_and_indentation_stay_at_home_and_the_rest_stays_as_it_is(tmp_path):
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


def test_our_own_style_and_script_stay_small(client):
    style, script = (client.get(path).data for path in linked(client)[1:3])
    vendored = b";\n".join(file.read_bytes() for file in sorted((data.static() / "vendor").glob("*.js")))
    assert script.startswith(vendored)
    assert len(gzip.compress(style, 9)) <= 12 * 1024
    assert len(gzip.compress(script[len(vendored) :], 9)) <= 12 * 1024


def test_what_keeps_the_table_going_without_a_network_stays_small(tmp_path):
    """By how much it makes the script of every page larger; the worker is counted by itself."""
    ours = data.static() / "js"
    for file in ours.glob("*.js"):
        if file.stem not in UNSENT:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    assert len(list(tmp_path.glob("*.js"))) == len(list(ours.glob("*.js"))) - len(UNSENT)
    whole, without = (len(gzip.compress(b";\n".join(own_scripts(folder)), 9)) for folder in (ours, tmp_path))
    assert 2048 < whole - without <= 4096


def test_scripts_of_few_pages_are_loaded_there_alone(client):
    assert "/assets/install-" in client.get("/").text
    assert "/assets/install-" not in client.get("/about").text
    assert "/assets/retry-" in client.get("/offline").text


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("const far = (from, { to, by: step = from }) => from + to - step;", "const far=(t,{to:e,by:o=t})=>t+e-o"),
        (
            "const a = (one) => { const two = one, six = 6; return [two, six]; };",
            "const a=t=>{const e=t,o=6;return[e,o]}",
        ),
        (
            "{ const name = 1; it.name = { name, name: name, get name() { return name; } }; }",
            "{const t=1;it.name={name:t,name:t,get name(){return t}}}",
        ),
        (
            "{ let outer = 1; const inner = (one) => one + outer; other(inner, (two) => two); }",
            "{let t=1;const e=e=>e+t;other(e,t=>t)}",
        ),
        ("const say = (word) => `${word}, ${word.length}`;", "const say=t=>`${t}, ${t.length}`"),
        (
            'const say = (at) => `${at.map(({ at }) => "at")} ${at}`;',
            'const say=at=>`${at.map(({ at }) => "at")} ${at}`',
        ),
        (
            "for (const [one, two] of all) { const both = one + two; put(both); }",
            "for(const[t,e]of all){const o=t+e;put(o)}",
        ),
        (
            "const keep = (kept) => (kept.ready ? { ready: true } : outside);",
            "const keep=t=>(t.ready?{ready:!0}:outside)",
        ),
    ],
)
def test_only_names_that_a_file_has_for_itself_are_short(tmp_path, written, sent):
    file = tmp_path / "a.js"
    file.write_text(written)
    assert tight_script(file).decode() == sent


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
