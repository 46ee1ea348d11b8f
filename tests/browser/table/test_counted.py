"""What was collected is counted with a thumb at the end."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.boards import files


def test_one_more_and_one_fewer_stay_within_what_there_is(at):
    table = at("germany", players=2, names={color: color for color in files.boards()["germany"].colors})
    color = table.board.colors[0]
    page = table.phone(path="/counted").page
    field = page.locator(f"#{color}-passengers-red")
    line = field.locator("xpath=..")
    line.get_by_role("button", name="One fewer").click()
    expect(field).to_have_value("0")
    for _ in range(3):
        line.get_by_role("button", name="One more").click()
    line.get_by_role("button", name="One fewer").click()
    expect(field).to_have_value("2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(field).to_have_value("2")
