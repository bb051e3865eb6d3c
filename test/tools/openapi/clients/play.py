"""A player whose client openapi-python-client generated: flower_war_client is its work."""

import json
import os
import secrets

from flower_war_client import AuthenticatedClient, Client
from flower_war_client.api.history import list_steps
from flower_war_client.api.matches import create_match, get_match, leave_seat, list_matches, take_seat
from flower_war_client.api.players import sign_in_as_guest
from flower_war_client.models import (
    BotSeat,
    ClockKind,
    CreateBody,
    DaysClock,
    GuestBody,
    MatchList,
    MatchStatus,
    MatchSummary,
    OptionValues,
    Refusal,
    ReplaySteps,
    Seated,
    SignedIn,
    SitBody,
    TableWish,
)

from moves import play_moves

URL = os.environ["SERVER_URL"]

guest = sign_in_as_guest.sync(client=Client(base_url=URL), body=GuestBody(name="Python"))
assert isinstance(guest, SignedIn)
client = AuthenticatedClient(base_url=URL, token=guest.token)

options = OptionValues.from_dict({"startPlayer": "seat-0", "turnCap": 100, "mayPass": False})
wanted = CreateBody(
    game="tieqchieq",
    options=options,
    table=TableWish(clock=DaysClock(kind="days", days=3)),
    bots=[BotSeat(bot="greedy", seat=1)],
)
created = create_match.sync(client=client, body=wanted)
assert isinstance(created, MatchSummary)
sit = SitBody(commitment=created.commitment, contribution=secrets.token_hex(16), seat="red")
seated = take_seat.sync(created.match, client=client, body=sit)
assert isinstance(seated, Seated)
match = get_match.sync(created.match, client=client)
assert isinstance(match, MatchSummary)
listed = list_matches.sync(client=client, game="tieqchieq", status=MatchStatus.RUNNING, clock=ClockKind.DAYS)
assert isinstance(listed, MatchList)
steps = list_steps.sync(created.match, client=client, viewer=f"seat:{seated.seat}")
assert isinstance(steps, ReplaySteps)
refused = leave_seat.sync(created.match, client=client)
assert isinstance(refused, Refusal)
played = play_moves(client, created.match)
print(
    json.dumps(
        {
            "player": guest.player,
            "match": match.match,
            "seat": seated.seat,
            "status": match.status.value,
            "bot": match.seats[1].name,
            "listed": match.match in [one.match for one in listed.matches],
            "legal": steps.steps[-1].legal,
            "refused": refused.code.value,
            **played,
        }
    )
)
