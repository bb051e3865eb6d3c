# A client of Flower War by the plain door: https requests, and a stream of JSON lines. It needs no addon.
# Add it to the scene tree, connect its signals, and `yield` on its functions. Each answers a Dictionary: "error" is "" if all went
# well, and otherwise says why in words, with the "code" and the "status" of the server's refusal; "passes" says whether the same
# request may succeed later, "counted" whether the server may have done what was asked nevertheless.
extends Node

# The seat was shown something new. Read `table`, `view`, `legal`, `decision` and `step`, which belong together.
signal shown()
# What just happened, for animation.
signal happened(event)
# The match waits for `choose()`, or lets the seat change its answer.
signal asked()
# A move was not taken, and nothing happened: choose again.
signal rejected(move, answer)
# Something stands in the way that passes by itself; the client asks again.
signal troubled(why)
# `play()` has ended: with an answer whose "error" is "" if the match is over.
signal ended(answer)

# The version of the protocol. A server of another one refuses with "other-protocol".
const PROTOCOL = "1"
const FIRST_WAIT = 0.1
const LONGEST_WAIT = 2.0
# The server's usual pace. An operator may choose another one, which the first heartbeat of a stream shows.
const USUAL_PACE = 25.0
# No line and no answer is longer, in bytes.
const LONGEST = 4000000
# No answer of a server is nested as deep as this. Godot's own reader of JSON ends the program at some 20000 levels, so longer texts are
# looked through first.
const DEEPEST = 64
const SHORT = 5000

var url = ""
# Of a program ("fwt_...") or of a player. Without one, sign in.
var token = ""
var match_id = ""
var table = {}
var view = {}
var step = -1
var legal = []
var decision = 0

var _refresh = ""
var _stream = HTTPClient.new()
var _rest = PoolByteArray()
var _answered = {}
var _pace = 0.0
var _beat = 0
var _heard = 0
# Why the stream must be left, as an answer.
var _lost = null


func sign_in(name):
	var answer = yield(_careful("/api/guests", {"name": name}), "completed")
	_enter(answer)
	return answer


# The newest matches with a free seat, as "matches" of the answer's "body".
func open_matches(game):
	return yield(_patient(HTTPClient.METHOD_GET, "/api/matches?status=open&free=1&game=" + game.percent_encode()), "completed")


# Makes a match for two. The other seat is a bot's, or free.
func make_match(game, bot = ""):
	var bots = [] if bot == "" else [{"bot": bot}]
	return yield(_careful("/api/matches", {"game": game, "seats": 2, "bots": bots}), "completed")


# Comes back to the seat that the player holds, or takes one. 16 random bytes become part of the dice.
func sit(id):
	match_id = id
	var answer = yield(_patient(HTTPClient.METHOD_POST, _path("/connect"), {}), "completed")
	if answer.code != "not-seated":
		return _seated(answer)
	var known = yield(_patient(HTTPClient.METHOD_GET, _path("")), "completed")
	if known.error != "":
		return known
	var bytes = Crypto.new().generate_random_bytes(16)
	var body = {"commitment": str(known.body.get("commitment", "")), "contribution": bytes.hex_encode()}
	return _seated(yield(_patient(HTTPClient.METHOD_POST, _path("/seat"), body), "completed"))


func _seated(answer):
	return answer if answer.error != "" or answer.body.has("seat") else _wrong("the answer names no seat")


# Plays to the end of the match, over as many streams as that takes.
func play():
	var wait = FIRST_WAIT
	while not is_over():
		var before = step
		var answer = yield(_listen(), "completed")
		if is_over():
			break
		if not answer.passes:
			emit_signal("ended", answer)
			return
		if step > before:
			wait = FIRST_WAIT
		yield(_wait_after(answer, wait), "completed")
		wait = min(wait * 2, LONGEST_WAIT)
	emit_signal("ended", _answer())


func is_over():
	return table.get("status") == "ended"


func result():
	return table.get("result", {})


# Answers the open question with one of `legal`. The move counts once, however often it has to be sent. The stream is read on meanwhile:
# the outcome may wait for a hidden question, which asks this very seat.
func choose(move):
	var asked_for = decision
	if _answered.has(asked_for):
		return
	_answered[asked_for] = true
	# 30 random bits: the id of a move belongs to its decision, so that is enough.
	var action = {"id": randi() & 0x3fffffff, "decision": asked_for, "move": move}
	var answer = yield(_patient(HTTPClient.METHOD_POST, _path("/act"), action), "completed")
	if answer.error == "" or answer.code in ["stale-decision", "match-over"]:
		return
	if answer.code == "":
		_lost = answer
		return
	yield(get_tree().create_timer(0.25), "timeout")
	_answered.erase(asked_for)
	emit_signal("rejected", move, answer)
	_ask()


func _ask():
	if decision != 0 and legal.size() > 0 and not _answered.has(decision) and not is_over():
		emit_signal("asked")


# Reads one stream until it ends, falls silent, or the match is over.
func _listen():
	_stream.close()
	_rest = PoolByteArray()
	_lost = null
	_beat = OS.get_ticks_msec()
	_heard = _beat
	yield(get_tree(), "idle_frame")
	var answer = _open()
	if answer != null:
		return answer
	var requested = false
	while not is_over():
		if _stream.poll() != OK:
			return _failed("the stream is lost")
		var status = _stream.get_status()
		if status == HTTPClient.STATUS_CONNECTED and not requested:
			requested = true
			var path = _place()[1] + _path("/stream") + ("?from=%d" % step if step >= 0 else "")
			if _stream.request(HTTPClient.METHOD_GET, path, _headers()) != OK:
				return _failed("the stream cannot be asked for")
		elif status == HTTPClient.STATUS_BODY:
			if _stream.get_response_code() != 200:
				return yield(_refusal(), "completed")
			answer = _take()
			if answer != null:
				return answer
		elif not status in [HTTPClient.STATUS_RESOLVING, HTTPClient.STATUS_CONNECTING, HTTPClient.STATUS_REQUESTING]:
			return _failed("the stream has ended" if requested else "%s cannot be reached" % url)
		if _lost != null:
			return _lost
		if OS.get_ticks_msec() - _heard > 2000 * (USUAL_PACE if _pace == 0.0 else _pace):
			return _failed("the stream has fallen silent")
		yield(get_tree(), "idle_frame")
	return _answer()


func _open():
	var is_safe = url.begins_with("https://")
	var place = _place()[0].split(":")
	var port = int(place[1]) if place.size() > 1 else (443 if is_safe else 80)
	if _stream.connect_to_host(place[0], port, is_safe, is_safe) != OK:
		return _failed("%s cannot be reached" % url)
	return null


# The host with its port, and what stands before the path of each route.
func _place():
	var rest = url.rstrip("/").replace("https://", "").replace("http://", "")
	var host = rest.split("/")[0]
	return [host, rest.substr(host.length())]


# Reads what has come. What stands after the last line feed is half a line.
func _take():
	while _stream.get_status() == HTTPClient.STATUS_BODY:
		var chunk = _stream.read_response_body_chunk()
		if chunk.size() == 0:
			return null
		var end = chunk.size() - 1
		while end >= 0 and chunk[end] != 10:
			end -= 1
		if end < 0:
			_rest.append_array(chunk)
		else:
			if _rest.size() + end > LONGEST:
				return _wrong("a line holds more than %d bytes" % LONGEST)
			_rest.append_array(chunk.subarray(0, end))
			var lines = _rest.get_string_from_utf8().split("\n", false)
			_rest = chunk.subarray(end + 1, chunk.size() - 1) if end + 1 < chunk.size() else PoolByteArray()
			for line in lines:
				var answer = _hear(line)
				if answer != null:
					return answer
		if _rest.size() > LONGEST:
			return _wrong("more than %d bytes came without a line feed" % LONGEST)
	return null


# Learns from a line. Lines of other kinds are passed over: a newer server may have more.
func _hear(text):
	var line = _read(text)
	if typeof(line) != TYPE_DICTIONARY:
		return _wrong("a line of the stream is not JSON")
	_heard = OS.get_ticks_msec()
	match line.get("kind"):
		"state":
			table = {}
			view = {}
			legal = []
			decision = 0
			_learn(line)
		"step":
			_learn(line)
		"table":
			_put(table, line.get("table"))
		"heartbeat":
			_pace = max(_pace, (_heard - _beat) / 1000.0)
			_beat = _heard
			_say_here()
	return null


func _learn(line):
	_put(table, line.get("table"))
	_put(view, line.get("view"))
	for field in line.get("gone", []):
		view.erase(field)
	step = int(line.step)
	if line.has("legal"):
		legal = line.legal
		decision = int(line.get("decision", 0))
	for event in line.get("events", []):
		emit_signal("happened", event)
	if table.get("status") != "open":
		emit_signal("shown")
		_ask()


func _put(into, news):
	if typeof(news) == TYPE_DICTIONARY:
		for field in news:
			into[field] = news[field]


# Answers a heartbeat. Without answers the seat counts as absent. If no answer can be had, the next one will do.
func _say_here():
	var answer = yield(_call(HTTPClient.METHOD_POST, _path("/here"), {}), "completed")
	if answer.error == "" and int(answer.body.get("streams", 1)) == 0:
		_lost = _failed("the server has lost the stream")


# Why there is no stream. The body comes in chunks, as lines would.
func _refusal():
	var body = PoolByteArray()
	while _stream.get_status() == HTTPClient.STATUS_BODY and body.size() < LONGEST:
		_stream.poll()
		body.append_array(_stream.read_response_body_chunk())
		yield(get_tree(), "idle_frame")
	yield(get_tree(), "idle_frame")
	return _answer_of(_stream.get_response_code(), _stream.get_response_headers(), body)


# Requests.

# Asks again while what stands in the way passes by itself: no network, a restart, a limit, an outcome that is not known yet.
func _patient(method, path, body = null):
	var wait = FIRST_WAIT
	while true:
		var answer = yield(_call(method, path, body), "completed")
		if answer.error == "" and answer.body.get("kind") == "retry":
			answer = _failed("the outcome is not known yet")
		if answer.error == "" or not answer.passes:
			return answer
		yield(_wait_after(answer, wait), "completed")
		wait = min(wait * 2, LONGEST_WAIT)


# For what would count twice, such as a new match: asks again only if the server surely has not done it.
func _careful(path, body):
	var wait = FIRST_WAIT
	while true:
		var answer = yield(_call(HTTPClient.METHOD_POST, path, body), "completed")
		if answer.error != "" and answer.counted:
			answer.error = "this may have counted nevertheless: look before you make it again: " + answer.error
			answer.passes = false
		if answer.error == "" or not answer.passes:
			return answer
		yield(_wait_after(answer, wait), "completed")
		wait = min(wait * 2, LONGEST_WAIT)


# Waits a random part of the time, so that many clients do not come back at once.
func _wait_after(answer, wait):
	emit_signal("troubled", answer.error)
	yield(get_tree().create_timer(max(answer.wait, wait * rand_range(0.5, 1.0))), "timeout")


# Asks a route once. The token of a player ends after an hour; then the server gives a new one.
func _call(method, path, body = null):
	var answer = yield(_request(method, path, body), "completed")
	if answer.code != "unauthorized" or _refresh == "":
		return answer
	var renewed = yield(_request(HTTPClient.METHOD_POST, "/api/tokens", {"refresh": _refresh}), "completed")
	if renewed.error != "":
		return renewed
	_enter(renewed)
	return yield(_request(method, path, body), "completed")


func _enter(answer):
	if answer.error == "":
		token = str(answer.body.get("token", ""))
		_refresh = str(answer.body.get("refresh", ""))


func _request(method, path, body):
	var http = HTTPRequest.new()
	http.body_size_limit = LONGEST
	add_child(http)
	yield(get_tree(), "idle_frame")
	var sent = "" if body == null else to_json(body)
	if http.request(url.rstrip("/") + path, _headers(), true, method, sent) != OK:
		http.queue_free()
		return _wrong("%s is not an address of a server" % url)
	# result, status, headers, body
	var came = yield(http, "request_completed")
	http.queue_free()
	match came[0]:
		HTTPRequest.RESULT_SUCCESS:
			return _answer_of(came[1], came[2], came[3])
		HTTPRequest.RESULT_BODY_SIZE_LIMIT_EXCEEDED:
			return _wrong("more than %d bytes came" % LONGEST)
		HTTPRequest.RESULT_CANT_CONNECT, HTTPRequest.RESULT_CANT_RESOLVE, HTTPRequest.RESULT_SSL_HANDSHAKE_ERROR:
			return _failed("%s cannot be reached" % url, false)
	return _failed("no answer came from %s" % url)


func _headers():
	var headers = ["content-type: application/json", "flower-war-protocol: " + PROTOCOL]
	if token != "":
		headers.append("authorization: Bearer " + token)
	return headers


func _path(rest):
	return "/api/matches/" + match_id.percent_encode() + rest


# Answers.

func _answer():
	return {"error": "", "code": "", "status": 200, "body": {}, "passes": false, "counted": true, "wait": 0.0}


func _failed(why, counted = true):
	var answer = _answer()
	answer.error = why
	answer.status = 0
	answer.passes = true
	answer.counted = counted
	return answer


# Asking again does not help.
func _wrong(why):
	var answer = _failed(why + ": is this a server of Flower War?")
	answer.passes = false
	return answer


# A proxy before the server may answer without JSON: then the status decides.
func _answer_of(status, headers, bytes):
	var body = _read(bytes.get_string_from_utf8())
	if typeof(body) != TYPE_DICTIONARY:
		if status == 200:
			return _wrong("the answer is not JSON")
		body = {}
	var answer = _answer()
	answer.body = body
	answer.status = status
	if status == 200:
		return answer
	answer.code = str(body.get("code", ""))
	answer.error = "refused: %d %s %s" % [status, answer.code, body.get("message", "")]
	answer.passes = status == 429 or status >= 500
	answer.counted = status >= 500
	for header in headers:
		if header.to_lower().begins_with("retry-after:"):
			answer.wait = float(header.split(":")[1])
	return answer


# Null if it is not JSON.
func _read(text):
	if text.length() > SHORT and _is_deep(text.to_utf8()):
		return null
	var read = JSON.parse(text)
	return read.result if read.error == OK else null


func _is_deep(bytes):
	var depth = 0
	var is_text = false
	var is_escaped = false
	for byte in bytes:
		if is_escaped:
			is_escaped = false
		elif is_text:
			is_text = byte != 34
			is_escaped = byte == 92
		elif byte == 34:
			is_text = true
		elif byte == 91 or byte == 123:
			depth += 1
			if depth > DEEPEST:
				return true
		elif byte == 93 or byte == 125:
			depth -= 1
	return false
