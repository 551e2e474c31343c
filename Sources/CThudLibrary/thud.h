// Sound and haptics for a program in C: the cues of a folder, played through ALSA or rendered into the program's own
// audio callback.
//
//     thud_options options = {.size = sizeof options, .folder = "Sounds/mine"};
//     thud *feedback;
//     char error[THUD_ERROR_SIZE];
//     if (thud_open(&options, &feedback, error, sizeof error) != THUD_OK) return fail(error);
//     thud_play(feedback, "bump", 0, 0);
//     ...
//     thud_close(feedback);
//
// A folder holds AHAP files with the sounds they name, bare sounds, and perhaps a catalog.json. A file's name without
// its ending is the cue's name. thud_open reads and renders everything, so no other function touches a file.
//
// Functions return THUD_OK or an ID, and a negative thud_code if they fail; thud_error then says why. A null pointer,
// an unknown ID or an impossible number is such a failure, and changes nothing. Except for thud_close, every function
// may be called from any thread, but none from a signal handler. None calls back. Only thud_open and thud_close wait.
// A thread that calls them needs a stack of 64 KiB.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An open folder of cues.
typedef struct thud thud;

/// What the functions return.
typedef enum thud_code {
    THUD_OK = 0,
    /// An argument is null or outside its range.
    THUD_BAD_ARGUMENT = -1,
    /// There is no such folder, cue or lasting cue, or a sound that a pattern names is missing.
    THUD_NOT_FOUND = -2,
    /// A file of the folder cannot be used. The sentence names it, with the line and the remedy.
    THUD_BAD_FILE = -3,
    /// Too much is requested at once; try again later.
    THUD_NO_ROOM = -4,
    /// The sound device cannot be used.
    THUD_NO_DEVICE = -5,
    /// The operating system refused, for example because too many files are open.
    THUD_SYSTEM = -6
} thud_code;

/// How soon a trigger is heard, and what that may change for other programs.
typedef enum thud_latency {
    /// Leaves the cycles of the sound server as they are.
    THUD_GENTLE = 0,
    /// Plays as soon as possible. The sound server is asked for short cycles.
    THUD_LOW = 1,
    /// Asks for short cycles too, but plays each trigger after the same delay.
    THUD_STEADY = 2
} thud_latency;

/// The output that haptics use.
typedef enum thud_haptics {
    /// The loudspeakers, as sound.
    THUD_HEARD = 0,
    /// An actuator, on channels 3 and 4. thud_open refuses a device that would mix them into its loudspeakers;
    /// thud_render gives the signal itself.
    THUD_DRIVE = 1,
    /// None.
    THUD_OFF = 2
} thud_haptics;

/// How to open a folder. A field that is zero has its usual value.
typedef struct thud_options {
    /// sizeof(thud_options), so that a later library knows which fields a program has.
    size_t size;
    /// The folder's path. Required.
    const char *folder;
    /// The ALSA PCM to play through; null for "default".
    const char *device;
    /// A thud_latency.
    uint32_t latency;
    /// A thud_haptics.
    uint32_t haptics;
    /// Frames a second, 8,000 to 192,000; 0 for 48,000. A sound server may decide otherwise.
    uint32_t sample_rate;
    /// Zero.
    uint32_t reserved;
    /// The level of the loudspeakers, in dB, -120 to 0.
    double volume_db;
} thud_options;

/// The size of a buffer that holds every error's sentence.
enum { THUD_ERROR_SIZE = 1024 };

/// Opens a folder and a sound device. If no device can be opened, cues are reported as unheard, and a device that
/// appears later is used. An unknown PCM is refused, and one that would shut out other programs, such as "hw:0".
///
/// `handle` receives null on failure. `error`, which may be null, receives the sentence.
int thud_open(const thud_options *options, thud **handle, char *error, size_t error_size);

/// Opens a folder without a device and without threads: the caller renders with thud_render.
int thud_open_pulled(const thud_options *options, thud **handle, char *error, size_t error_size);

/// Stops the sound and frees the handle, which no other thread may be using. Null is allowed. A handle belongs to the
/// process that opened it: in a fork of that process this does nothing, and no other function may be called.
void thud_close(thud *handle);

/// Returns the sentence of the handle's last failure, empty if there was none. It stays valid until the next failure.
const char *thud_error(thud *handle);

/// Writes the names of the first `count` cues to `names`, sorted, and returns how many there are. `names` may be null
/// if `count` is 0. The texts live as long as the handle.
int64_t thud_names(thud *handle, const char **names, size_t count);

/// Plays a cue as soon as possible, and returns its ID.
///
/// `cause_ns` is when the event happened that the cue answers, in nanoseconds of CLOCK_MONOTONIC, at most 300 s ago. 0
/// and a later instant count as now. Reports count the latency from there. `gain_db` is -60 to 12; 0 changes nothing.
int64_t thud_play(thud *handle, const char *name, int64_t cause_ns, double gain_db);

/// Begins a cue that lasts until thud_end, one with "lasts" in the catalog, and returns its ID. It also ends if it is
/// refused, and if more important cues take its voice later. After the next thud_reports, thud_turn and thud_end then
/// return THUD_NOT_FOUND.
int64_t thud_begin(thud *handle, const char *name, int64_t cause_ns);

/// The controls of a lasting cue.
typedef enum thud_control {
    /// Multiplies the volume: 0 to 1.
    THUD_GAIN = 0,
    /// Shifts the pitch: -1 to 1, an octave down to an octave up.
    THUD_PITCH = 1,
    /// Multiplies the intensity of the haptics: 0 to 1.
    THUD_INTENSITY = 2,
    /// Shifts their sharpness: -1 to 1.
    THUD_SHARPNESS = 3
} thud_control;

/// Moves a thud_control of a lasting cue to a value within `seconds`, 0 to 300.
int thud_turn(thud *handle, int64_t id, uint32_t control, double value, double seconds);

/// Ends a lasting cue with a fade, 0 to 300 s; at least 5 ms are used. Its ID is then free.
int thud_end(thud *handle, int64_t id, double fade_seconds);

/// Silences everything with a fade of 5 ms, as soon as a cue could begin, and ends all lasting cues.
int thud_stop(thud *handle);

/// How a cue ended.
typedef enum thud_outcome {
    THUD_PLAYED = 0,
    /// It came later than requested.
    THUD_LATE = 1,
    /// There was no device.
    THUD_UNHEARD = 2,
    /// More important cues occupied all voices.
    THUD_REFUSED = 3,
    /// It was stopped before it began.
    THUD_CANCELLED = 4,
    /// It was left out: cues that are only felt, or quiet, come at least 60 ms apart, and at most 12 in a second.
    THUD_THINNED = 5,
    /// What became of it was lost, because too many cues began at once.
    THUD_UNKNOWN = 6
} thud_outcome;

/// What became of a cue. Times are nanoseconds of CLOCK_MONOTONIC.
typedef struct thud_report {
    /// The ID that thud_play or thud_begin returned.
    int64_t id;
    /// The cue's name, which lives as long as the handle.
    const char *name;
    /// A thud_outcome.
    uint32_t outcome;
    uint32_t reserved;
    int64_t cause_ns;
    /// When thud_play or thud_begin was called.
    int64_t triggered_ns;
    /// When the cue's first frame leaves the output, as predicted from the device's delay. It means nothing if the
    /// outcome is neither THUD_PLAYED nor THUD_LATE.
    int64_t heard_ns;
    /// The frame of the stream on which it begins, counted from 0.
    int64_t frame;
} thud_report;

/// Returns a descriptor for poll that is readable while reports wait. It belongs to the handle; do not read it.
int thud_descriptor(thud *handle);

/// Writes at most `count` reports to `reports` and returns how many. Each cue gets one report, as soon as its first
/// frame is fixed, which is before `heard_ns`. At least the last 2,048 are kept.
int64_t thud_reports(thud *handle, thud_report *reports, size_t count);

/// The most frames of one call of thud_render.
enum { THUD_MOST_FRAMES = 1048576 };

/// Renders the next `frames` frames of a handle from thud_open_pulled, in samples from -1 to 1. An audio callback may
/// call it: it allocates nothing and never waits. If two threads call it at once, one of them receives silence.
///
/// `heard_ns` is when the first frame leaves the loudspeaker, in nanoseconds of CLOCK_MONOTONIC; 0 if that is not
/// known. The frames follow the previous ones in any case, also after a pause of the host. `haptic`, the drive signal
/// of an actuator, may be null. A call that fails writes silence, unless `frames` is too large, and does not change
/// thud_error.
int thud_render(thud *handle, size_t frames, int64_t heard_ns, float *left, float *right, float *haptic);

#ifdef __cplusplus
}
#endif
