"""The table by keys alone: finding, claiming, taking back, and where the keyboard stands after each."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}
WHERE = "() => { const at = document.activeElement; return at === document.body ? '' : at.id || at.className || at.tagName }"


def press(page: Page, *keys: str) -> int:
    """Presses them one after another; how many these were."""
    for key in keys:
        page.keyboard.press(key)
    return len(keys)


def test_a_claim_takes_at_most_twelve_keys(at):
    page = at().phone(**DESK).page
    pressed = press(page, "/", *"den om", "Enter")
    row = page.get_by_role("button", name=re.compile("Denver – Omaha"))
    expect(row).to_be_focused()
    pressed += press(page, "Enter")
    expect(page.locator('[data-route="denver--omaha"]')).to_have_attribute("data-owner", "blue")
    assert pressed <= 12
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value("")
    expect(page.locator("#spoken p")).to_have_text(
        ["Denver – Omaha.", "Ada claimed Denver – Omaha, 4 trains, 7 points. 41 left.", "Bo's turn."]
    )
