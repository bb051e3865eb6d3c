"""The life of a bot account, without any library: it takes challenges, and plays all its matches at once. bot.py shows how."""
import http.client, json, secrets, sys, threading, time, urllib.error, urllib.request

BROKEN = (OSError, http.client.HTTPException, json.JSONDecodeError)  # no server, a refusal, half an answer, or silence
SILENCE_SECONDS = 60  # longer than twice the pace of heartbeats, and than any answer takes: the connection is dead


def live(url, token, choose, games=()):
    """Lives until the server refuses the bot itself. After a restart the server names the same matches again."""
    server, playing = Server(url, token), set()
    while True:
        try:
            work = server.ask("/me/ready", {"games": list(games)})
        except BROKEN as problem:
            if is_final(problem):
                sys.exit(told(problem))
            print(told(problem), file=sys.stderr)
            work = {"matches": [], "challenges": []}
        for one in work["matches"]:
            if one["match"] not in playing:
                playing.add(one["match"])
                threading.Thread(target=Match(server, choose, playing).play, kwargs=one, daemon=True).start()
        for one in work["challenges"]:  # last, and each by itself: a refused one keeps no match waiting, and no other challenge
            can = not games or one["game"] in games
            answer = ("accept", {}) if can else ("decline", {"reason": "settings"})
            try:
                server.ask(f"/me/challenges/{one['challenge']}/{answer[0]}", answer[1])
            except BROKEN as problem:
                print(told(problem), file=sys.stderr)
        time.sleep(2)


def is_final(problem):
    """Whether asking again does not help. A status of 429 or from 500 on passes by itself, and so does a broken connection."""
    return isinstance(problem, urllib.error.HTTPError) and problem.code != 429 and problem.code < 500


def told(problem):
    """Of a refusal, the code says why."""
    return f"{problem} {problem.read().decode()}" if isinstance(problem, urllib.error.HTTPError) else repr(problem)


class Server:
    def __init__(self, url, token):
        self.url, self.headers = url, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api{path}", data, self.headers)
        return urllib.request.urlopen(request, timeout=SILENCE_SECONDS)

    def ask(self, path, body):
        with self.call(path, body) as answer:
            return json.load(answer)


class Match:
    def __init__(self, server, choose, playing):
        self.server, self.choose, self.playing = server, choose, playing

    def play(self, match, commitment, **code):
        self.path, view = f"/matches/{match}", {}
        try:
            self.server.ask(f"{self.path}/seat", {"commitment": commitment, "contribution": secrets.token_hex(16), **code})
            for text in self.server.call(f"{self.path}/stream"):
                line = json.loads(text)
                if line["kind"] == "heartbeat":
                    self.server.ask(f"{self.path}/here", {})  # without it, the seat counts as absent after a while
                view = {name: value for name, value in {**view, **line.get("view", {})}.items() if name not in line.get("gone", [])}
                if line.get("awaited"):
                    move = {"id": secrets.randbits(32), "decision": line["decision"], "move": self.choose(view, line["legal"])}
                    threading.Thread(target=self.act, args=(move,)).start()  # the stream goes on while the answer is on its way
                if "result" in line.get("table", {}):
                    return print(match, line["table"]["result"], flush=True)
        except BROKEN as problem:
            print(told(problem), file=sys.stderr)
        finally:
            self.playing.discard(match)  # if it is not over, the server names it again

    def act(self, move):
        """Sends it until its outcome is known: with the same id, so that it counts once."""
        while True:
            try:
                if self.server.ask(f"{self.path}/act", move)["kind"] != "retry":
                    return
            except BROKEN as problem:
                if is_final(problem):
                    return print(told(problem), file=sys.stderr)  # another seat or the clock was faster, or the move is not a legal one
                time.sleep(1)
