# A game of Godot 3 that answers each key with a click of noise.
extends Node

var player = AudioStreamPlayer.new()

func _ready():
	var bytes = PoolByteArray()
	for i in range(2400):
		var value = int(16000 * (1 - i / 2400.0) * (2 * randf() - 1)) & 0xFFFF
		bytes.append(value & 0xFF)
		bytes.append(value >> 8)
	var click = AudioStreamSample.new()
	click.format = AudioStreamSample.FORMAT_16_BITS
	click.mix_rate = 48000
	click.data = bytes
	player.stream = click
	add_child(player)

func _input(event):
	if event is InputEventKey and event.pressed and not event.echo:
		player.play()
