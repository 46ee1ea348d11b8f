"""The calls for circles: making and joining one, its figures, its games and people, and its links."""

from __future__ import annotations

import json

from flask import Response

from companion.history.circle import Circle
from companion.history.figures import Feat, Totals
from companion.play.histories import History
from companion.play.keys import Device, new_token, program_with
from companion.web import addresses
from companion.web.api import circle_schemas as schemas
from companion.web.api.calls import JSON, PRIVATE, Calls, Services, Who
from companion.web.this_device import bearer, this_token

calls = Calls()
WRONG_ROLE = (403,)  # the device is in the circle, but not as one who may do this


@calls.add(
    method="POST",
    path="/circles",
    who=Who.ANYBODY,
    request=schemas.NewCircle,
    answers={201: schemas.InCircle},
    errors=(429,),
)
def make_circle(services: Services, body: schemas.NewCircle) -> schemas.InCircle:
    """Make a circle and be its keeper, with the token you send or, if you send none, with a new one."""
    token = bearer() or new_token()
    circle = services.tables.circles.make(program_with(token), body.name)
    return schemas.InCircle(circle=circle, name=body.name, role="keeper", token=token)


@calls.add(
    method="POST",
    path="/circles/join",
    who=Who.ANYBODY,
    request=schemas.JoinCircle,
    answers={201: schemas.InCircle},
    errors=(401, 404),
)
def join_circle(services: Services, body: schemas.JoinCircle) -> schemas.InCircle:
    """Join a circle by the secret of its link: the part after the #."""
    token = bearer() or new_token()
    circle = services.tables.circles.join(body.secret, program_with(token))
    return schemas.InCircle(circle=circle.id, name=circle.name, role=circle.role, token=token)


@calls.add(method="GET", path="/circles", who=Who.DEVICE, answers={200: schemas.Circles})
def see_circles(services: Services, device: Device) -> schemas.Circles:
    """The circles that this device is in."""
    return schemas.Circles([_circle(one) for one in services.tables.circles.of(device)])


@calls.add(method="GET", path="/circles/<circle>", who=Who.DEVICE, answers={200: schemas.CircleState})
def see_circle(services: Services, device: Device, circle: str) -> schemas.CircleState:
    """A circle's games, people, pairs, boards and records. While `missing` games aren't counted yet, ask again."""
    here, history = services.tables.circles.at(circle, device), services.tables.circles.history(circle, device)
    figures = history.figures
    return schemas.CircleState(
        **_circle(here).model_dump(),
        missing=history.missing,
        games=_games(history),
        people=_people(history),
        pairs=[
            schemas.Pair(people=list(two), games=pair.games, ahead=[pair.ahead[one] for one in two])
            for two, pair in figures.pairs.items()
        ],
        boards={
            name: schemas.CircleBoard(
                games=board.games,
                totals={str(players): _totals(one) for players, one in board.totals.items()},
                winning={str(players): _totals(one) for players, one in board.winning.items()},
                claimed=dict(board.claimed),
                first=dict(board.first),
                kept=dict(board.kept),
                completed=dict(board.completed),
                won=dict(board.won),
                records={kind: _feat(feat) for kind, feat in board.records.items()},
            )
            for name, board in figures.boards.items()
        },
        records={kind: _feat(feat) for kind, feat in figures.records.items()},
    )


@calls.add(method="GET", path="/circles/<circle>/file", who=Who.DEVICE, answers={200: None})
def take_circle_along(services: Services, device: Device, circle: str) -> Response:
    """The circle with all its finished games as one document."""
    document = json.dumps(services.tables.circles.export(circle, device), ensure_ascii=False)
    return Response(document, headers=PRIVATE, content_type=JSON)


@calls.add(
    method="PATCH",
    path="/circles/<circle>",
    who=Who.DEVICE,
    request=schemas.NewCircle,
    answers={204: None},
    errors=WRONG_ROLE,
)
def rename_circle(services: Services, device: Device, circle: str, body: schemas.NewCircle) -> None:
    """Give a circle another name."""
    services.tables.circles.rename(circle, device, body.name)


@calls.add(method="DELETE", path="/circles/<circle>", who=Who.DEVICE, answers={204: None}, errors=WRONG_ROLE)
def delete_circle(services: Services, device: Device, circle: str) -> None:
    """Delete a circle with its people and its finished games. A keeper may."""
    services.tables.circles.delete(circle, device)


@calls.add(method="DELETE", path="/circles/<circle>/device", who=Who.DEVICE, answers={204: None})
def leave_circle(services: Services, device: Device, circle: str) -> None:
    """Take this device out of a circle."""
    services.tables.circles.leave(circle, device)


@calls.add(
    method="GET",
    path="/circles/<circle>/links",
    who=Who.DEVICE,
    answers={200: schemas.CircleLinks},
    errors=WRONG_ROLE,
)
def see_links(services: Services, device: Device, circle: str) -> schemas.CircleLinks:
    """The links by which others join a circle: as members, as readers and, shown to keepers alone, as keepers."""
    circles = services.tables.circles
    kinds = ("belongs", "reads", "keeps") if circles.at(circle, device).keeps else ("belongs", "reads")
    return schemas.CircleLinks(
        **{kind: addresses.circle_url(circles.link(circle, device, kind, this_token())) for kind in kinds}
    )


@calls.add(
    method="POST", path="/circles/<circle>/links/<kind>", who=Who.DEVICE, answers={204: None}, errors=WRONG_ROLE
)
def renew_link(services: Services, device: Device, circle: str, kind: str) -> None:
    """End a kind of link (belongs, reads or keeps) and remove the other devices that joined by it. A keeper may."""
    services.tables.circles.renew(circle, device, kind)


@calls.add(
    method="POST",
    path="/circles/<circle>/games",
    who=Who.DEVICE,
    request=schemas.KeepGame,
    answers={204: None},
    errors=WRONG_ROLE,
)
def keep_game(services: Services, device: Device, circle: str, body: schemas.KeepGame) -> None:
    """Put a game into a circle. Only whoever opened its table may. It counts once it is finished."""
    services.tables.circles.add(circle, body.table, device)


@calls.add(
    method="PATCH",
    path="/circles/<circle>/games/<game>",
    who=Who.DEVICE,
    request=schemas.AboutGame,
    answers={204: None},
    errors=WRONG_ROLE,
)
def tell_about_game(services: Services, device: Device, circle: str, game: str, body: schemas.AboutGame) -> None:
    """Say when and where a game was, whether it counts, and a note."""
    services.tables.circles.tell(circle, game, device, body.model_dump(exclude_none=True))


@calls.add(
    method="DELETE", path="/circles/<circle>/games/<game>", who=Who.DEVICE, answers={204: None}, errors=WRONG_ROLE
)
def remove_game(services: Services, device: Device, circle: str, game: str) -> None:
    """Take a game out of a circle; the game itself stays."""
    services.tables.circles.remove(circle, game, device)


@calls.add(
    method="POST",
    path="/circles/<circle>/games/<game>/apart",
    who=Who.DEVICE,
    request=schemas.PlayedBy,
    answers={204: None},
    errors=WRONG_ROLE,
)
def tell_apart(services: Services, device: Device, circle: str, game: str, body: schemas.PlayedBy) -> None:
    """Say that whoever played this colour is somebody else of the same name."""
    services.tables.circles.tell_apart(circle, device, game, body.color)


@calls.add(
    method="POST",
    path="/circles/<circle>/people/<person>/same",
    who=Who.DEVICE,
    request=schemas.SamePerson,
    answers={204: None},
    errors=(403, 409),
)
def merge_people(services: Services, device: Device, circle: str, person: str, body: schemas.SamePerson) -> None:
    """Say that a person is the same as another. Refused for two who played in one game."""
    services.tables.circles.merge(circle, device, person, body.same)


@calls.add(
    method="DELETE",
    path="/circles/<circle>/people/<person>/same",
    who=Who.DEVICE,
    answers={204: None},
    errors=WRONG_ROLE,
)
def part_people(services: Services, device: Device, circle: str, person: str) -> None:
    """Undo a merge: the person is separate from the other again."""
    services.tables.circles.part(circle, device, person)


@calls.add(
    method="DELETE",
    path="/circles/<circle>/people/<person>",
    who=Who.DEVICE,
    answers={204: None},
    errors=WRONG_ROLE,
)
def forget_person(services: Services, device: Device, circle: str, person: str) -> None:
    """Replace a person's name with a letter everywhere, for good; their figures stay."""
    services.tables.circles.forget(circle, device, person)


def _circle(circle: Circle) -> schemas.Circle:
    return schemas.Circle(circle=circle.id, name=circle.name, role=circle.role)


def _games(history: History) -> list[schemas.CircleGame]:
    return [
        schemas.CircleGame(
            game=evening.game,
            day=evening.day,
            place=evening.place,
            note=evening.note,
            counts=evening.counts,
            map=evening.summary.board,
            variant=evening.summary.variant,
            players=[
                schemas.CirclePlayer(
                    color=one.color, person=evening.people[one.color], total=one.points, rank=one.rank
                )
                for one in evening.summary.players
            ],
        )
        for evening in history.evenings
    ]


def _people(history: History) -> list[schemas.CirclePerson]:
    """Everybody once, whatever they were called, with the figures of their games."""
    people = []
    for person in history.people.roots():
        aliases = {alias.id: alias.name for alias in history.people.aliases(person.id)}
        shown = schemas.CirclePerson(person=person.id, name=person.name, also=aliases)
        figures = history.figures.people.get(person.id)
        if figures is not None:
            feats = {
                "points": figures.points,
                "longest": figures.longest,
                "made": figures.made,
                "lost": figures.lost,
            }
            shown = shown.model_copy(
                update={
                    "games": figures.games,
                    "places": {str(rank): times for rank, times in figures.places.items()},
                    "settings": [
                        schemas.Setting(map=board, players=players, **_totals(totals).model_dump())
                        for (board, players), totals in figures.settings.items()
                    ],
                    "tickets": figures.tickets,
                    "completed": figures.completed,
                    "detours": figures.detours,
                    "saved": figures.saved,
                    "best": {kind: _feat(feat) for kind, feat in feats.items() if feat},
                }
            )
        people.append(shown)
    return people


def _feat(feat: Feat) -> schemas.CircleRecord:
    """A record, and the game and person that set it."""
    return schemas.CircleRecord(
        value=feat.value, game=feat.game, color=feat.color, person=feat.person, ticket=feat.ticket
    )


def _totals(totals: Totals) -> schemas.Totals:
    """Totals; best and worst are left out where there are too few games for them."""
    shown = schemas.Totals(games=totals.games, average=totals.average)
    if totals.is_enough and totals.best and totals.worst:
        shown.best, shown.worst = totals.best.value, totals.worst.value
    return shown
