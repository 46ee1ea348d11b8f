"""Technologies: bought on the way, they permit and score."""

from __future__ import annotations

from companion.prose import reasons
from companion.prose.display_names import board_entry_words
from companion.prose.warning_clauses import clause
from companion.rules.mechanics.technologies import Technologies
from tests.support.board_games import claim, codes, counted, entry, keep, points, record, refused, table

UK = "uk"
LAGGING = entry("buy", "blue", card="boiler-lagging")
TURBINES = entry("buy", "blue", card="steam-turbines")
HEADING = entry("buy", "blue", card="double-heading")
RISK = entry("buy", "blue", card="risky-contracts")
BEAM = entry("buy", "blue", card="equalising-beam")
FREE = [entry("buy", "blue", card=card) for card in ("wales", "ireland-france", "propellers")]


def paid(*log, **head) -> int:
    return points(counted(UK, *log, **head), "technologies")[0]


def test_a_route_after_boiler_lagging_brings_one_more_and_a_ferry_after_turbines_two():
    first, second = claim("blue", "cambridge--london--1"), claim("blue", "dover--france-east")
    third = claim("blue", "dublin--holyhead")
    assert paid(first) == 0
    assert paid(first, LAGGING, second) == 1
    assert paid(first, LAGGING, second, TURBINES, third) == 1 + 3
    assert paid(first, second, third, LAGGING, TURBINES) == 0
    assert table(UK, first, LAGGING, second).route_points("blue") == 3


def test_the_long_way_over_the_ocean_brings_its_own_points_and_more_as_any_ferry():
    assert table(UK, claim("blue", "new-york--southampton")).route_points("blue") == 40
    assert paid(LAGGING, TURBINES, claim("blue", "new-york--southampton")) == 3
    assert codes(counted(UK, claim("blue", "new-york--southampton"))) == []


def test_double_heading_brings_two_for_each_completed_ticket():
    ways = ["london--reading", "bristol--reading", "bristol--cardiff--1", "dover--london", "dover--france-east"]
    ways = [name for name in ways if name in table(UK).board.route]
    log = [claim("blue", name) for name in ways]
    kept = [keep("blue", name) for name in ("france--london", "cambridge--london", "leeds--london")]
    assert paid(HEADING, *log, *kept) == 2
    assert paid(*log, HEADING, *kept) == 2


def test_risky_contracts_bet_on_the_most_completed_tickets():
    own = [claim("blue", "dover--london"), claim("blue", "dover--france-east"), keep("blue", "france--london")]
    red = [claim("red", "cambridge--london--1"), keep("red", "cambridge--london")]
    assert paid(RISK, *own, variant="advanced") == 20
    assert paid(RISK, *own, *red, variant="advanced") == 20
    assert paid(RISK, variant="advanced") == -20


def test_who_has_fewer_tickets_loses_the_bet():
    shared = [claim("red", "dover--london"), claim("red", "dover--france-east"), keep("red", "france--london")]
    assert paid(RISK, *shared, variant="advanced") == -20
    two = [*shared, claim("blue", "cambridge--london--1"), keep("blue", "cambridge--london")]
    assert paid(RISK, *two, variant="advanced") == 20


def test_the_equalising_beam_bets_on_the_longest_path():
    assert paid(BEAM, variant="advanced") == -15
    own = claim("blue", "dover--london")
    assert paid(BEAM, own, variant="advanced") == 15
    assert paid(BEAM, own, claim("red", "brighton--dover"), variant="advanced") == 15
    longer = [claim("red", "brighton--dover"), claim("red", "brighton--london")]
    assert paid(BEAM, own, *longer, variant="advanced") == -15


def test_every_card_says_what_it_brought():
    result = counted(UK, LAGGING, HEADING, claim("blue", "dover--london"))
    item = next(item for item in result.lines[0].items if item.kind == "technologies")
    said = [
        (reasons.item_name(result.table.board, part), part.points) for part in result.parts(result.lines[0], item)
    ]
    assert said == [("Boiler Lagging: 1 route claimed afterwards", 1), ("Double Heading: 0 completed tickets", 0)]
    assert reasons.reason(result.table.board, item) == "2 technologies that score"


def test_what_is_refused():
    assert refused(UK, LAGGING, LAGGING) == ["log entry 2: Ada already has Boiler Lagging (card-held)"]
    assert refused(UK, LAGGING, entry("buy", "red", card="boiler-lagging")) == []
    assert "(unknown-card)" in refused(UK, RISK)[0]
    assert refused(UK, RISK, variant="advanced") == []
    assert "(unknown-card)" in refused(UK, entry("buy", "blue", card="dragons"))[0]
    assert "(unknown-type)" in refused("japan", LAGGING)[0]
    amended = {"type": "amend", "entry": 1, "with": HEADING}
    assert len(refused(UK, LAGGING, amended)) == 1
    assert "(cannot-amend)" in refused(UK, LAGGING, {"type": "amend", "entry": 1, "with": entry("draw", "blue")})[0]
    assert refused(UK, LAGGING, {"type": "strike", "entry": 1}, LAGGING) == []


def test_a_card_that_goes_back_with_a_turn_can_be_bought_again_after_one():
    thermo = entry("buy", "blue", card="thermocompressor")
    head = {"variant": "advanced"}
    assert "(card-held)" in refused(UK, thermo, thermo, **head)[0]
    assert "(card-held)" in refused(UK, thermo, claim("red", "dover--london"), thermo, **head)[0]
    assert refused(UK, thermo, claim("blue", "dover--london"), thermo, **head) == []


def test_a_card_that_is_missing_is_warned_about():
    welsh = claim("blue", "holyhead--llandrindod-wells")
    result = counted(UK, welsh)
    (notice,) = (notice for notice in result.warnings if notice.code == "not-bought")
    assert (notice.players, notice.entry, notice.things) == (("blue",), 1, ("wales", "stoker"))
    says = "Ada claimed Holyhead – Llandrindod Wells without Wales Concession and Mechanical Stoker"
    assert clause(result.table, notice) == f"{says}; is a purchase missing?"
    wales, stoker = (entry("buy", "blue", card=card) for card in ("wales", "stoker"))
    assert codes(counted(UK, wales, stoker, welsh)) == []
    assert codes(counted(UK, wales, welsh, stoker)) == [("not-bought", ("blue",))]
    assert codes(counted(UK, welsh, wales, stoker, tracking="tally")) == []
    assert codes(counted(UK, {**welsh, "late": True}, wales, stoker)) == []


def test_two_who_have_the_only_card_are_warned_about():
    mine, yours = (entry("buy", player, card="right-of-way") for player in ("blue", "red"))
    assert codes(counted(UK, mine, yours)) == [("card-held-twice", ("blue", "red"))]
    back = [claim("red", "brighton--london"), claim("blue", "brighton--london", shared=True)]
    assert codes(counted(UK, mine, *back, yours)) == []
    tenders = [entry("buy", player, card="water-tenders") for player in ("blue", "red")]
    assert codes(counted(UK, *tenders, variant="advanced")) == []


def test_out_of_order_the_points_of_what_was_claimed_afterwards_are_a_guess():
    own = claim("blue", "dover--london")
    assert codes(counted(UK, LAGGING, own)) == []
    assert codes(counted(UK, LAGGING, own, tracking="tally")) == [("order-unknown", ("blue",))]
    assert codes(counted(UK, LAGGING, {**own, "late": True})) == [("order-unknown", ("blue",))]
    assert codes(counted(UK, LAGGING, {"type": "catch-up"}, own)) == [("order-unknown", ("blue",))]
    assert codes(counted(UK, HEADING, own, tracking="tally")) == []


def test_every_card_that_can_be_bought_is_offered_with_its_price():
    played = table(UK, LAGGING)
    (cards,) = (mechanic for mechanic in played.mechanics if isinstance(mechanic, Technologies))
    offered = {act.members["card"]: act.price for act in cards.acts(played, "blue")}
    assert (offered["stoker"], offered["double-heading"]) == (1, 4)
    assert "boiler-lagging" not in offered
    assert list(cards.acts(played, "blue", "london")) == []


def test_a_purchase_is_told_by_the_card_s_name():
    bought = record(UK, [LAGGING])
    assert board_entry_words(bought.board, bought.setup, bought.log[0]) == "Ada bought Boiler Lagging"
