# Plays a match by the buttons of main.tscn, as a person would, and prints what the scene says at the end.
extends SceneTree

var scene = preload("res://main.tscn").instance()


func _init():
	OS.low_processor_usage_mode_sleep_usec = 1000
	get_root().add_child(scene)
	yield(self, "idle_frame")
	scene.get_node("Rows/Url").text = OS.get_environment("FLOWER_WAR_URL")
	var start = scene.get_node("Rows/Start")
	start.emit_signal("pressed")
	while start.disabled:
		for button in scene.get_node("Rows/Scroll/Moves").get_children():
			if not button.is_queued_for_deletion():
				button.emit_signal("pressed")
				break
		yield(self, "idle_frame")
	print(scene.get_node("Rows/Said").text)
	print("shown: ", scene.get_node("Rows/State").text.length())
	quit()
