#!/usr/bin/env python3
"""A bot that takes challenges, without any library: python3 bot.py URL TOKEN [GAME ...]"""
import json, random, secrets, sys, threading, time, urllib.error, urllib.request

url, token, games = sys.argv[1], sys.argv[2], sys.argv[3:]
playing = set()


def choose(view, legal):
    """Make it yours. `view` is all that the seat may know, and `legal` all that it may play."""
    return random.choice(legal)


def call(path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(f"{url}/api{path}", data, headers))


def act(match, move):
    try:
        while json.load(call(f"/matches/{match}/act", move))["kind"] == "retry":
            pass  # the same id again, so that the move counts once
    except urllib.error.HTTPError as refused:
        if refused.code == 429:  # faster than the server allows
            time.sleep(1)
            act(match, move)


def play(match, commitment, **code):
    try:
        call(f"/matches/{match}/seat", {"commitment": commitment, "contribution": secrets.token_hex(16), **code})
        view = {}
        for text in call(f"/matches/{match}/stream"):
            line = json.loads(text)
            if line["kind"] == "heartbeat":
                call(f"/matches/{match}/here", {})  # without it, the seat counts as absent after a while
            view = {name: value for name, value in {**view, **line.get("view", {})}.items() if name not in line.get("gone", [])}
            if line.get("awaited"):
                move = {"id": secrets.randbits(32), "decision": line["decision"], "move": choose(view, line["legal"])}
                threading.Thread(target=act, args=(match, move)).start()  # the stream goes on while the answer is on its way
            if "result" in line.get("table", {}):
                return print(match, line["table"]["result"], flush=True)
    finally:
        playing.discard(match)  # if it is not over, the server names it again


while True:
    try:
        work = json.load(call("/me/ready", {"games": games}))
        for one in work["challenges"]:
            can = not games or one["game"] in games
            call(f"/me/challenges/{one['challenge']}/{'accept' if can else 'decline'}", {} if can else {"reason": "settings"})
        for one in work["matches"]:
            if one["match"] not in playing:
                playing.add(one["match"])
                threading.Thread(target=play, kwargs=one, daemon=True).start()
    except OSError as problem:  # no server, or a refusal: its code says why
        print(problem, problem.read().decode() if hasattr(problem, "read") else "", file=sys.stderr)
    time.sleep(2)
