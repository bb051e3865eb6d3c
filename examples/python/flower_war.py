"""A seat in a match of Flower War, by HTTP and the socket. It comes back by itself after a lost connection."""
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPException

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from payload import pack, unpack
from state import Reader, State

# The first byte of each frame.
JOIN, ERROR, DATA, WHOLE, PATCH, REQUEST, ANSWER = 0x0A, 0x0B, 0x0D, 0x0E, 0x0F, 0x15, 0x16
PRIVATE = "0"  # a message may name itself in full, or by its number
SILENCE_SECONDS = 10
LONGEST_WAIT_SECONDS = 2
LATE = ("stale-decision", "match-over")  # another seat was faster, so nothing is left to answer
PASSING = ("unavailable", "too-many", "internal")
LOST = (OSError, HTTPException, WebSocketException, ValueError, LookupError)  # no answer, or one that broke off


class Refused(Exception):
    """The server said no. Decide by `code`; a status from 500 on passes by itself."""

    def __init__(self, status, code, wait):
        super().__init__(f"refused: {status} {code}")
        self.status, self.code, self.wait = status, code, wait

    @property
    def passes(self):
        return self.status >= 500 or self.status == 429 or self.code in PASSING


class Server:
    """Calls routes as one player."""

    def __init__(self, url, token=None):
        self.url, self.token, self.refresh, self.player = url.rstrip("/"), token, None, None

    def sign_in(self, name):
        self._take(self.call("POST", "/api/guests", {"name": name}))

    def call(self, method, path, body=None):
        try:
            return self._call(method, path, body)
        except Refused as refused:
            if refused.code != "unauthorized" or self.refresh is None:
                raise
            self.token = None  # it ends after an hour
            self._take(self._call("POST", "/api/tokens", {"refresh": self.refresh}))
            return self._call(method, path, body)

    def _take(self, session):
        self.token, self.refresh, self.player = session["token"], session["refresh"], session["player"]

    def _call(self, method, path, body):
        headers = {"content-type": "application/json"}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, _code(error), float(error.headers.get("retry-after") or 0)) from None

    def socket_address(self, connection):
        """Where a room is. Take it from the newest answer, because a room may have moved."""
        scheme, _, host = self.url.partition("://")
        place = "/".join(urllib.parse.quote(connection[part], safe="") for part in ("processId", "roomId"))
        session = urllib.parse.quote(connection["sessionId"], safe="")
        address = connection.get("publicAddress") or host
        return f"{'wss' if scheme == 'https' else 'ws'}://{address}/{place}?sessionId={session}"


def _may_have_counted(why):
    """A limit refuses before anything is done, and a URLError says that the request was not sent."""
    return why.status != 429 if isinstance(why, Refused) else not isinstance(why, urllib.error.URLError)


def _code(error):
    try:
        return json.load(error).get("code", "")
    except (ValueError, AttributeError):
        return ""  # not from the server itself, but from a proxy before it


class Unanswered(Exception):
    """Nobody knows whether the server has done it."""


def patiently(ask, counts_twice=False):
    """
    Asks again while what stands in the way passes by itself: no network, a restart, a limit. What would count twice, such
    as a new match, is asked for again only if the server surely has not done it.
    """
    wait = 0.1
    while True:
        try:
            return ask()
        except (Refused, *LOST) as why:
            if isinstance(why, Refused) and not why.passes:
                raise
            if counts_twice and _may_have_counted(why):
                raise Unanswered("this may have counted nevertheless: look before you make it again") from why
            print(f"not now: {why!r}", file=sys.stderr)
            wait = max(wait, getattr(why, "wait", 0))
        time.sleep(wait * random.uniform(0.5, 1))
        wait = min(wait * 2, LONGEST_WAIT_SECONDS)


class Seat:
    """
    One seat. `choose(legal, view)` picks each move. `show(seat)` is called whenever the seat was shown something new;
    then `table`, `view`, `legal`, `decision` and `step` belong together.
    """

    def __init__(self, server, match, choose, show):
        self.server, self.match, self.choose, self.show = server, match, choose, show
        self.seat = None
        self.waiting = {}  # actions without an answer, by the decision that they answer
        self.answered = set()  # decisions that need no other move
        self._forget()

    def _forget(self):
        """Each connection begins with the whole state, an empty list of moves and an empty view."""
        self.state, self.table, self.private = None, None, None
        self.moves, self.own = [], {}
        self.requests, self.socket = {}, None

    @property
    def step(self):
        return self.table["step"] + self.private["step"] - self.private["table"]

    @property
    def decision(self):
        return self.private["decision"]

    @property
    def legal(self):
        return self.moves if self.decision else []

    @property
    def view(self):
        return {**self.table["view"], **self.own}

    @property
    def is_over(self):
        """Not before the private part came, too: a connection may begin after the end."""
        return self._is_whole and self.table["status"] == "ended"

    @property
    def _is_whole(self):
        """The table and the private part are shown together. If the table lags behind, its patch follows."""
        return self.table is not None and self.private is not None and self.private["table"] <= self.table["step"]

    def sit(self, seat=None):
        """Takes a seat, or comes back to the one that this player holds. Its 16 random bytes become part of the dice."""
        def ask():
            commitment = self.server.call("GET", f"/api/matches/{self.match}")["commitment"]
            wanted = {} if seat is None else {"seat": seat}
            body = {"commitment": commitment, "contribution": os.urandom(16).hex(), **wanted}
            return self.server.call("POST", f"/api/matches/{self.match}/seat", body)
        return patiently(ask)

    def play(self, seated):
        """Plays to the end, over as many connections as that takes."""
        while not self.is_over:
            try:
                self._visit(seated)
            except LOST as why:
                print(f"lost the connection: {why!r}", file=sys.stderr)
            if not self.is_over:
                time.sleep(random.uniform(0.05, 0.2))
                seated = patiently(lambda: self.server.call("POST", f"/api/matches/{self.match}/connect"))

    def _visit(self, seated):
        self._forget()
        self.seat = seated["seat"]
        address = self.server.socket_address(seated["connection"])
        # The library asks for a sign of life again and again: a socket may be dead without having been closed.
        with connect(address, open_timeout=SILENCE_SECONDS, ping_interval=5, ping_timeout=5, close_timeout=1,
                     max_size=None, proxy=None) as socket:
            self.socket = socket
            while not self.is_over:
                self._hear(socket.recv(SILENCE_SECONDS if self.table is None else None))

    def _hear(self, frame):
        if isinstance(frame, str):
            return
        reader = Reader(frame)
        kind = reader.byte()
        if kind == JOIN:
            reader.take(reader.byte())
            reader.take(reader.byte())
            self.state = State.described(reader.take(reader.number()))
            self.socket.send(bytes([JOIN]))
        elif kind in (WHOLE, PATCH):
            data = frame[reader.at:]
            self.state.whole(data) if kind == WHOLE else self.state.patch(data)
            self.table = self.state.plain()
            self._shown()
        elif kind == DATA:
            if _name(reader) == PRIVATE:
                self._take_private(unpack(frame[reader.at:]))
                self._shown()
        elif kind == ANSWER:
            request, status = reader.number(), reader.byte()
            self._take_answer(self.requests.pop(request, None), unpack(frame[reader.at:]) if status == 0 else {})
        elif kind == ERROR:
            raise ConnectionError(f"the server ended the connection: {reader.number()}")

    def _take_private(self, message):
        """A list whose last elements may be absent. `None` means: as before. A newer server may add elements."""
        table, step, decision, legal, changed, gone = (list(message) + [None] * 6)[:6]
        if legal is not None:
            moves = (self.moves[item] if isinstance(item, int) else item for item in legal)
            self.moves = [move if isinstance(move, str) else move[0] for move in moves]
        own = {**self.own, **(changed or {})}
        self.own = {field: value for field, value in own.items() if field not in (gone or [])}
        self.private = {"table": table, "step": step, "decision": decision or 0}

    def _shown(self):
        if not self._is_whole:
            return
        self.show(self)
        if not self.requests:
            for action in self.waiting.values():
                self._send(action)  # its answer was lost with the last connection: the same action, with the same id
        if self.decision and self.decision not in self.waiting and self.decision not in self.answered:
            action = [random.getrandbits(32), self.decision, self.choose(self.legal, self.view)]
            self.waiting[self.decision] = action
            self._send(action)

    def _send(self, action):
        request = len(self.requests) + 1
        while request in self.requests:
            request += 1
        self.requests[request] = action
        self.socket.send(bytes([REQUEST, *_number(request), 0]) + pack(action))

    def _take_answer(self, action, answer):
        if action is None:
            return
        _, decision, _ = action
        if answer.get("kind") == "accepted" or answer.get("code") in LATE:
            self.waiting.pop(decision, None)
            self.answered.add(decision)
            return
        time.sleep(0.25)
        if answer.get("kind") == "rejected" and answer.get("code") not in PASSING:
            print(f"rejected: {action} {answer}", file=sys.stderr)
            self.waiting.pop(decision, None)  # nothing happened, so another move may be tried
            self._shown()
        else:
            self._send(action)  # the outcome is not known


def _name(reader):
    return reader.text() if reader.peek() >= 0xA0 and reader.peek() not in (0xCC, 0xCD, 0xCE) else str(reader.number())


def _number(value):
    return [value] if value < 0x80 else [0xCE, *value.to_bytes(4, "little")]
