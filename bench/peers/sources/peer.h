// The common part of every peer. It is started with the path of a short WAV, opens its device, and then plays the click
// once for each line on standard input. Only the four functions below differ between peers.
//
//   on standard output, at the start     ready NANOSECONDS     the stream runs and the sound is loaded
//   for a line `t`                       NANOSECONDS           CLOCK_MONOTONIC just before the call that plays
//   for a line `q`, or the end of input  peak KIB              the largest resident memory of the programs it spawned
#ifndef PEER_H
#define PEER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { RATE = 48000 };

/// The click: left and right interleaved, -1 to 1, at 48 kHz.
struct click {
    const char *path;
    int frames;
    float *samples;
};

/// Opens the device and loads the sound. `arguments` are the arguments after the WAV, ended by a null.
void peer_open(const struct click *click, char **arguments);
/// Plays the click as soon as possible.
void peer_play(void);
/// Closes the device.
void peer_close(void);

/// Ends the program with a sentence if `is_fine` is false.
void demand(bool is_fine, const char *what, const char *why);

/// Returns a frame count from the arguments, or `usual` if there is none.
int frames_argument(char **arguments, int usual);

/// For peers that mix for themselves: writes the next `frames` frames to `left` and `right`, with a `stride` in floats
/// from frame to frame. A click requested since the last call begins with the first of them.
void click_render(float *left, float *right, int stride, int frames);
/// Requests the click; any thread may call it.
void click_begin(const struct click *click);

#endif
