"""Plays a match to its end: reads the stream line by line, and sends each move by the generated operation `act`."""

import json
import random
import secrets
import time

from flower_war_client import AuthenticatedClient
from flower_war_client.api.plain import act
from flower_war_client.models import AcceptedAction, ActBody, Refusal, StateLine, StepLine, TableLine
from flower_war_client.types import Unset

LINES: dict[str, type[StateLine] | type[StepLine] | type[TableLine]] = {"state": StateLine, "step": StepLine, "table": TableLine}


def play_moves(client: AuthenticatedClient, match: str) -> dict[str, object]:
    """The result, and how many moves were accepted."""
    answered: set[int] = set()
    # The generated call reads an answer to its end, and a stream has none.
    with client.get_httpx_client().stream("GET", f"/api/matches/{match}/stream", timeout=60) as response:
        for text in response.iter_lines():
            told = json.loads(text)
            if told["kind"] == "closed":
                raise SystemExit(told["message"])
            if told["kind"] not in LINES:
                continue
            line: StateLine | StepLine | TableLine = LINES[told["kind"]].from_dict(told)
            if not isinstance(line.table.result, Unset):
                return {"result": line.table.result.result.value, "moves": len(answered)}
            if isinstance(line, TableLine) or isinstance(line.decision, Unset) or isinstance(line.legal, Unset):
                continue
            if line.decision not in answered:
                answered.add(line.decision)
                play(client, match, ActBody(secrets.randbits(32), line.decision, random.choice(line.legal)))
    raise SystemExit("the stream ended before the match")


def play(client: AuthenticatedClient, match: str, action: ActBody) -> None:
    """Sends the same action until it is accepted."""
    while True:
        answer = act.sync_detailed(match, client=client, body=action)
        if isinstance(answer.parsed, AcceptedAction):
            return
        if answer.status_code == 429:
            time.sleep(int(answer.headers["Retry-After"]))
        elif isinstance(answer.parsed, Refusal):
            raise SystemExit(f"refused: {answer.parsed.code}")
