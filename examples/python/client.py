"""
Plays a match with random legal moves, and prints a JSON line for each thing that the seat was shown.

    python3 client.py --game tieqchieq            against a bot
    python3 client.py --match 7KQ2M9XA            in a match with a free seat

The environment may say it too: FLOWER_WAR_URL, FLOWER_WAR_TOKEN, FLOWER_WAR_MATCH. docs/clients.md tells the lines.
"""
import argparse
import json
import os
import random

from flower_war import Seat, Server, patiently


last = None


def say(kind, **fields):
    """Says nothing twice in a row: the presence of players changes the table too."""
    global last
    line = json.dumps({"kind": kind, **fields})
    if line != last:
        print(line, flush=True)
    last = line


def show(seat):
    if seat.table["status"] != "open":
        say("shown", step=seat.step, view=seat.view, decision=seat.decision, legal=seat.legal)


def main():
    given = argparse.ArgumentParser(description="plays a match with random legal moves")
    given.add_argument("--url", default=os.environ.get("FLOWER_WAR_URL", "http://127.0.0.1:2567"))
    given.add_argument("--token", default=os.environ.get("FLOWER_WAR_TOKEN"), help="of a player; default: a new guest")
    given.add_argument("--match", default=os.environ.get("FLOWER_WAR_MATCH"), help="default: a new match against bots")
    given.add_argument("--game", default="flower-war")
    given.add_argument("--seed", type=int, help="of the moves")
    wanted = given.parse_args()

    server = Server(wanted.url, wanted.token)
    if wanted.token is None:
        patiently(lambda: server.sign_in("Xochitl"), counts_twice=True)
    match = wanted.match
    if match is None:
        new = {"game": wanted.game, "seats": 2, "bots": [{"bot": "random"}]}
        match = patiently(lambda: server.call("POST", "/api/matches", new), counts_twice=True)["match"]

    chance = random.Random(wanted.seed)
    seat = Seat(server, match, lambda legal, view: chance.choice(legal), show)
    seated = seat.sit()
    say("seated", match=match, seat=seated["seat"])
    seat.play(seated)
    say("over", step=seat.step, view=seat.view, result=seat.table["result"])


if __name__ == "__main__":
    main()
