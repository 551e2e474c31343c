"""Renders a script of cues without a device, and writes floats: left, right, haptic.

    python3 pulled.py FOLDER SCRIPT FRAMES >cues.raw     a line of the script: seconds from the start, and a cue
"""
import ctypes as c
import sys

BLOCK, RATE, ERROR_SIZE = 500, 48000, 1024
Samples = c.c_float * BLOCK


class Options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("folder", c.c_char_p), ("device", c.c_char_p), ("latency", c.c_uint32),
                ("haptics", c.c_uint32), ("sample_rate", c.c_uint32), ("reserved", c.c_uint32), ("volume_db", c.c_double)]


thud = c.CDLL("libthud.so.0")
thud.thud_open_pulled.argtypes = [c.POINTER(Options), c.POINTER(c.c_void_p), c.c_char_p, c.c_size_t]
thud.thud_error.argtypes, thud.thud_error.restype = [c.c_void_p], c.c_char_p
thud.thud_play.argtypes, thud.thud_play.restype = [c.c_void_p, c.c_char_p, c.c_int64, c.c_double], c.c_int64
thud.thud_render.argtypes = [c.c_void_p, c.c_size_t, c.c_int64, Samples, Samples, Samples]
thud.thud_close.argtypes = [c.c_void_p]


def render(feedback, frames):
    left, right, haptic = Samples(), Samples(), Samples()
    while frames > 0:
        count = min(frames, BLOCK)
        thud.thud_render(feedback, count, 0, left, right, haptic)
        for frame in zip(left[:count], right[:count], haptic[:count]):
            sys.stdout.buffer.write(bytes((c.c_float * 3)(*frame)))
        frames -= count


if len(sys.argv) != 4:
    raise SystemExit("usage: pulled.py FOLDER SCRIPT FRAMES")
folder, script, frames = sys.argv[1:]
options = Options(size=c.sizeof(Options), folder=folder.encode(), sample_rate=RATE)
feedback, error = c.c_void_p(), c.create_string_buffer(ERROR_SIZE)
if thud.thud_open_pulled(options, feedback, error, ERROR_SIZE) != 0:
    raise SystemExit(error.value.decode())
head = 0
with open(script) as lines:
    for line in lines:
        seconds, cue = line.split()
        start = round(float(seconds) * RATE)
        render(feedback, start - head)
        head = start
        if thud.thud_play(feedback, cue.encode(), 0, 0) < 0:
            raise SystemExit(thud.thud_error(feedback).decode())
render(feedback, int(frames) - head)
thud.thud_close(feedback)
