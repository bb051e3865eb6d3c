#!/usr/bin/env python3
"""Plays a whole match at random against bots of the server: python3 bot.py URL [GAME]"""
import http.client, json, random, secrets, sys, threading, time, urllib.request

url, game = sys.argv[1], (sys.argv[2:] or ["flower-war"])[0]
token = None


def call(path, body=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(url + path, data, headers))


def act(body):
    while True:  # the same id again, so that the move counts once
        try:
            if json.load(call(f"{match}/act", body))["kind"] != "retry":
                return
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as problem:
            status = getattr(problem, "code", 500)  # a broken connection has none
            if status != 429 and status < 500:
                raise
            time.sleep(1)


token = json.load(call("/api/guests", {}))["token"]
made = json.load(call("/api/matches", {"game": game, "table": {"fillSeconds": 1}}))
match = f"/api/matches/{made['match']}"
call(f"{match}/seat", {"commitment": made["commitment"], "contribution": secrets.token_hex(16)})
for text in call(f"{match}/stream"):
    line = json.loads(text)
    if line["kind"] == "closed":
        sys.exit(line["message"])
    if line["kind"] == "heartbeat":
        call(f"{match}/here", {})  # without an answer, the seat counts as absent after a while
    if line.get("awaited"):
        move = {"id": secrets.randbits(32), "decision": line["decision"], "move": random.choice(line["legal"])}
        # In a thread: the answer may wait for a hidden question, which the stream asks this very seat.
        threading.Thread(target=act, args=(move,), daemon=True).start()
    if "result" in line.get("table", {}):
        print(made["match"], line["table"]["result"])
        break
