-- Renders a script of cues without a device, and writes floats: left, right, haptic. For LuaJIT, and as a game for LÖVE.
--
--     luajit main.lua FOLDER SCRIPT FRAMES >cues.raw     a line of the script: seconds from the start, and a cue
local ffi = require("ffi")
ffi.cdef [[
typedef struct thud thud;
typedef struct {
    size_t size;
    const char *folder, *device;
    uint32_t latency, haptics, sample_rate, reserved;
    double volume_db;
} thud_options;
int thud_open_pulled(const thud_options *options, thud **handle, char *error, size_t error_size);
const char *thud_error(thud *handle);
int64_t thud_play(thud *handle, const char *name, int64_t cause_ns, double gain_db);
int thud_render(thud *handle, size_t frames, int64_t heard_ns, float *left, float *right, float *haptic);
void thud_close(thud *handle);
]]
local thud = ffi.load("libthud.so.0")
local BLOCK, RATE, ERROR_SIZE = 500, 48000, 1024
local left, right, haptic = ffi.new("float[?]", BLOCK), ffi.new("float[?]", BLOCK), ffi.new("float[?]", BLOCK)
local frame = ffi.new("float[3]")

-- LÖVE would write an error to standard output, among the samples.
local function fail(sentence)
    io.stderr:write(sentence, "\n")
    os.exit(1)
end

local function render(feedback, frames)
    while frames > 0 do
        local count = math.min(frames, BLOCK)
        thud.thud_render(feedback, count, 0, left, right, haptic)
        for i = 0, count - 1 do
            frame[0], frame[1], frame[2] = left[i], right[i], haptic[i]
            io.write(ffi.string(frame, ffi.sizeof(frame)))
        end
        frames = frames - count
    end
end

local folder, script, frames = unpack(arg, love and 2 or 1)  -- LÖVE gives its own folder first
if not tonumber(frames) then fail("usage: main.lua FOLDER SCRIPT FRAMES") end
local options = ffi.new("thud_options", { size = ffi.sizeof("thud_options"), folder = folder, sample_rate = RATE })
local handle, message = ffi.new("thud *[1]"), ffi.new("char[?]", ERROR_SIZE)
if thud.thud_open_pulled(options, handle, message, ERROR_SIZE) ~= 0 then fail(ffi.string(message)) end
local feedback, head = handle[0], 0
local file, problem = io.open(script)
if not file then fail(problem) end
for line in file:lines() do
    local seconds, cue = line:match("(%S+)%s+(%S+)")
    if not tonumber(seconds) then fail("expected seconds and a cue, found " .. line) end
    local start = math.floor(seconds * RATE + 0.5)
    render(feedback, start - head)
    head = start
    if thud.thud_play(feedback, cue, 0, 0) < 0 then fail(ffi.string(thud.thud_error(feedback))) end
end
render(feedback, tonumber(frames) - head)
thud.thud_close(feedback)
os.exit()
