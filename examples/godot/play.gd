# Plays a match with random legal moves, without a window, and prints a JSON line for each thing that the seat was shown.
#
#   godot3-server --path . -s play.gd --game tieqchieq      against a bot
#   godot3-server --path . -s play.gd --match 7KQ2M9XA      in a match with a free seat
#
# The environment may say it too: FLOWER_WAR_URL, FLOWER_WAR_TOKEN, FLOWER_WAR_MATCH. docs/clients.md tells the lines.
extends SceneTree

var client = preload("res://flower_war.gd").new()


func _init():
	randomize()
	OS.low_processor_usage_mode_sleep_usec = 1000
	get_root().add_child(client)
	client.connect("shown", self, "_say", ["shown"])
	client.connect("asked", self, "_choose")
	client.connect("troubled", self, "_warn", ["not now: "])
	client.connect("rejected", self, "_warn_of_move")
	client.connect("ended", self, "_end")
	_play()


func _play():
	yield(self, "idle_frame")
	client.url = _given("url", "http://127.0.0.1:2567")
	client.token = _given("token", "")
	var id = _given("match", "")
	if client.token == "":
		var signed_in = yield(client.sign_in("Xochitl"), "completed")
		if signed_in.error != "":
			return _end(signed_in)
	if id == "":
		var made = yield(client.make_match(_given("game", "flower-war"), "random"), "completed")
		if made.error != "":
			return _end(made)
		id = made.body.match
	var seated = yield(client.sit(id), "completed")
	if seated.error != "":
		return _end(seated)
	client.play()


# After `--name` on the command line, or else in the environment.
func _given(name, otherwise):
	var words = OS.get_cmdline_args()
	for at in range(words.size() - 1):
		if words[at] == "--" + name:
			return words[at + 1]
	var value = OS.get_environment("FLOWER_WAR_" + name.to_upper())
	return otherwise if value == "" else value


func _choose():
	client.choose(client.legal[randi() % client.legal.size()])


func _say(kind):
	var line = {"kind": kind, "step": client.step, "view": client.view}
	if kind == "over":
		line.result = client.result()
	print(to_json(line))


func _warn(why, how):
	printerr(how, why)


func _warn_of_move(move, answer):
	printerr("rejected: ", move, ": ", answer.error)


func _end(answer):
	if answer.error == "":
		_say("over")
		return quit(0)
	printerr(answer.error)
	quit(1)
