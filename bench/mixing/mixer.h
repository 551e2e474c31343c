// The common part of every mixer. It opens so many voices, each of which loops a second of its own mono samples at half
// level in the centre. It renders them block by block into stereo frames. Only the two functions below differ.
//
//   PROGRAM VOICES          prints the nanoseconds per frame and voice: the median of many batches
//   PROGRAM VOICES once     renders a warm-up batch and one in `mixer_counted`, which valgrind counts; prints nothing
#ifndef MIXER_H
#define MIXER_H

#ifdef __cplusplus
extern "C" {
#endif

enum { RATE = 48000, BLOCK = 128, VOICES_LIMIT = 64 };

/// Opens the mixer at `RATE` with `voices` running voices; voice `index` plays `samples[index]`, `RATE` floats.
void mixer_open(int voices, float *const *samples);
/// Renders the next `BLOCK` frames, left and right interleaved.
void mixer_render(float *frames);
/// Ends the program with a sentence if `is_fine` is false.
void demand(int is_fine, const char *what);

#ifdef __cplusplus
}
#endif
#endif
