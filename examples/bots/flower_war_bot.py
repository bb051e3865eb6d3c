"""The life of a bot account, without any library: it takes challenges, and plays all its matches at once. bot.py shows how."""
import json, secrets, sys, threading, time, urllib.error, urllib.request


def live(url, token, choose, games=()):
    """Lives until the program ends. After a restart the server names the same matches again."""
    server, playing = Server(url, token), set()
    while True:
        try:
            work = server.ask("/me/ready", {"games": list(games)})
            for one in work["matches"]:
                if one["match"] not in playing:
                    playing.add(one["match"])
                    threading.Thread(target=Match(server, choose, playing).play, kwargs=one, daemon=True).start()
            for one in work["challenges"]:  # last: a refused one keeps no match waiting
                can = not games or one["game"] in games
                answer = ("accept", {}) if can else ("decline", {"reason": "settings"})
                server.ask(f"/me/challenges/{one['challenge']}/{answer[0]}", answer[1])
        except OSError as problem:  # no server, or a refusal: its code says why
            print(problem, problem.read().decode() if hasattr(problem, "read") else "", file=sys.stderr)
        time.sleep(2)


class Server:
    def __init__(self, url, token):
        self.url, self.headers = url, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(f"{self.url}/api{path}", data, self.headers))

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
        finally:
            self.playing.discard(match)  # if it is not over, the server names it again

    def act(self, move):
        try:
            while self.server.ask(f"{self.path}/act", move)["kind"] == "retry":
                pass  # the same id again, so that the move counts once
        except urllib.error.HTTPError as refused:
            if refused.code == 429:  # faster than the server allows
                time.sleep(1)
                self.act(move)
