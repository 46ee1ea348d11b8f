"""The tally says who had stopped playing, and asks nobody for the tickets of somebody who left."""

from __future__ import annotations

from tests.pages.visiting import device, opened, told


def test_the_tally_says_when_somebody_stopped(client, tables):
    address = opened(client, "Ada", "Bo", "Cy")
    table, phone = address.rsplit("/", 1)[1], device(client)
    told(tables, client, address, type="claim", player="blue", route="denver--omaha")
    for color in ("red", "green"):
        assert client.post(f"{address}/seats/{color}/stop").status_code == 303
    tables.seats.take(table, phone, "blue")
    tables.seats.confirm(table, phone, "blue")
    assert client.post(f"{address}/end", data={"id": "end"}).status_code == 303
    tables.reveal.step(table, phone, 999)
    page = client.get(f"{address}/tally").text
    assert "Bo stopped playing after entry 1." in page
    assert "Ada kept fewer than 2 tickets" in page
