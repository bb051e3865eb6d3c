# A table: what the seat sees as text, and a button for each legal move.
extends Control

onready var client = $Client


func _ready():
	randomize()
	client.connect("shown", self, "_show")
	client.connect("asked", self, "_show")
	client.connect("troubled", self, "_tell")
	client.connect("ended", self, "_end")
	$Rows/Start.connect("pressed", self, "_start")


func _start():
	$Rows/Start.disabled = true
	client.url = $Rows/Url.text.strip_edges()
	var signed_in = yield(client.sign_in("Xochitl"), "completed")
	if signed_in.error != "":
		return _end(signed_in)
	var made = yield(client.make_match($Rows/Game.text.strip_edges(), "greedy"), "completed")
	if made.error != "":
		return _end(made)
	var seated = yield(client.sit(made.body.match), "completed")
	if seated.error != "":
		return _end(seated)
	client.play()


func _show():
	$Rows/State.text = JSON.print(client.view, "  ")
	_offer(client.legal if client.decision != 0 else [])
	_tell("Your move" if client.decision != 0 else "The others play")


func _offer(moves):
	for button in $Rows/Scroll/Moves.get_children():
		button.queue_free()
	for move in moves:
		var button = Button.new()
		button.text = move
		button.connect("pressed", self, "_choose", [move])
		$Rows/Scroll/Moves.add_child(button)


func _choose(move):
	_offer([])
	client.choose(move)


func _tell(text):
	$Rows/Said.text = text


func _end(answer):
	_offer([])
	$Rows/Start.disabled = false
	_tell(JSON.print(client.result()) if answer.error == "" else answer.error)
