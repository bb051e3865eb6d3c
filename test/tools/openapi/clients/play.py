"""A player whose client openapi-python-client generated: flower_war_client is its work."""

import json
import os
import random
import secrets

from flower_war_client import AuthenticatedClient, Client
from flower_war_client.api.history import list_steps
from flower_war_client.api.matches import create_match, get_match, leave_seat, list_matches, take_seat
from flower_war_client.api.plain import act
from flower_war_client.api.players import sign_in_as_guest
from flower_war_client.models import (
    AcceptedAction,
    ActBody,
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
    StateLine,
    StepLine,
    TableWish,
)
from flower_war_client.types import Unset

URL = os.environ["SERVER_URL"]
MOVES = int(os.environ["MOVES"])
LINES: dict[str, type[StateLine] | type[StepLine]] = {"state": StateLine, "step": StepLine}


def play_moves(client: AuthenticatedClient, match: str) -> int:
    """Reads the stream line by line, and sends each move by the generated `act`. Gives how many moves were accepted."""
    answered: set[int] = set()
    # The generated call reads an answer to its end, and a stream has none.
    with client.get_httpx_client().stream("GET", f"/api/matches/{match}/stream", timeout=60) as response:
        for text in response.iter_lines():
            told = json.loads(text)
            if told["kind"] == "closed":
                raise SystemExit(told["message"])
            if told["kind"] not in LINES:
                continue
            line: StateLine | StepLine = LINES[told["kind"]].from_dict(told)
            if isinstance(line.decision, Unset) or isinstance(line.legal, Unset) or line.decision in answered:
                continue
            action = ActBody(secrets.randbits(32), line.decision, random.choice(line.legal))
            if isinstance(act.sync(match, client=client, body=action), AcceptedAction):
                answered.add(line.decision)
            if len(answered) == MOVES:
                break
    return len(answered)


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
moves = play_moves(client, created.match)
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
            "moves": moves,
        }
    )
)
