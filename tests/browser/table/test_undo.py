"""Undo and Redo: whole actions, asked first where another phone reported them, and a way forward again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.tapping import DOUBLE_TAP


def test_a_gift_is_given_back_and_given_again_and_others_are_asked(at):
    table = at()
    one, other = table.phone("blue"), table.phone("red")
    one.page.clock.install()
    one.claim("denver--omaha")
    one.choose("denver--omaha")
    one.tap(one.page.locator(".row", has_text="Denver – Omaha").locator("a.taken"))
    one.press("Give to Bo")
    one.has("denver--omaha", "red")
    one.press("Undo")
    one.has("denver--omaha", "blue")
    one.page.clock.run_for(DOUBLE_TAP)  # Redo stands in the place of Undo: a second tap by then is a double tap
    one.press("Redo")
    one.has("denver--omaha", "red")
    one.page.clock.run_for(DOUBLE_TAP)
    one.press("Undo")
    one.has("denver--omaha", "blue")
    one.page.clock.run_for(10_000)
    expect(one.page.get_by_role("button", name="Redo")).to_be_hidden()
    expect(one.page.get_by_role("button", name="Undo")).to_be_visible()
    other.has("denver--omaha", "blue")
    expect(other.page.get_by_role("button", name="Redo")).to_be_hidden()
    other.press("Undo")
    expect(other.page.get_by_role("dialog")).to_contain_text("Undo Ada's claim of Denver – Omaha?")
    other.press("No")
    other.has("denver--omaha", "blue")
    other.press("Undo")
    other.press("Yes")
    one.has_not("denver--omaha")
    expect(other.page.get_by_role("button", name="Redo")).to_be_visible()
