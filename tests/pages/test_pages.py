"""Pages are found by being there, each is a place of its own, and the menus mark the one that is open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import data, pages
from companion.app import create_app
from companion.host.certificates import ensure_certificates
from companion.web.hosting import Hosting, Secure
from companion.web.owner import Owner

HERE = Path(pages.__file__).parent
FOLDERS = {"shared", "errors", "sheet"}  # what several pages show, a refusal instead of a page, and paper


def test_a_page_is_each_package_with_routes():
    assert pages.every_page() == sorted(file.parent.name for file in HERE.glob("*/routes.py"))


def test_its_blueprint_is_called_like_it(boards, tables, tmp_path):
    secure = Secure(ensure_certificates(["192.168.1.5"], tmp_path), 8443, 8000)
    whole = create_app(boards, tables, with_gallery=True, hosting=Hosting(secure=secure, owner=Owner()))
    assert sorted(whole.blueprints) == sorted([*pages.every_page(), "api"])


def test_a_page_that_asks_for_tables_is_not_there_without_them(boards):
    bare = create_app(boards)
    assert {"boards", "home", "rulebook"} <= bare.blueprints.keys()
    assert not {"table", "people", "trust", "gallery"} & bare.blueprints.keys()
    assert bare.test_client().get("/new").status_code == 404


def test_templates_lie_in_folders_called_like_pages():
    folders = {folder.name for folder in data.templates().iterdir() if folder.is_dir()}
    assert folders - FOLDERS <= set(pages.every_page())


@pytest.mark.parametrize("page", ["boards", "help", "about", "people", "setup", "log"])
def test_the_menu_marks_the_page_that_is_open(client, address, page):
    here = f"{address}/{page}" if page in ("people", "setup", "log") else f"/{page}"
    marked = re.findall(r'<a href="([^"]+)" aria-current="page"', client.get(here).text)
    assert marked == [here]
