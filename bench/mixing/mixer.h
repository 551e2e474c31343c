// What every mixer shares: it opens so many voices, each of which plays a second of mono samples of its own over and over at half
// its level in the middle, and renders them block by block into stereo frames. Only the two functions below differ.
//
//   PROGRAM VOICES          prints the nanoseconds that a frame of a voice takes: the median of many batches
//   PROGRAM VOICES once     renders one batch to warm up and one in `mixer_counted`, where valgrind counts, and prints nothing
#ifndef MIXER_H
#define MIXER_H

#ifdef __cplusplus
extern "C" {
#endif

enum { RATE = 48000, BLOCK = 128, VOICES_LIMIT = 64 };

/// Opens the mixer at `RATE` with `voices` voices that have begun; number `index` plays `samples[index]`, `RATE` floats.
void mixer_open(int voices, float *const *samples);
/// Renders the next `BLOCK` frames, left and right in turn.
void mixer_render(float *frames);
/// Ends the program with a sentence where `is_fine` is false.
void demand(int is_fine, const char *what);

#ifdef __cplusplus
}
#endif
#endif
