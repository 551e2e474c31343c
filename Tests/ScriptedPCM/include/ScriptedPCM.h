#pragma once
#include <stddef.h>

/// A PCM of alsa-lib that takes frames only when a test says so, as a plugin of a sound server does in its cycles: what it
/// has not taken may be taken back and written again.
struct scripted_pcm;

/// A PCM of two channels of floats, set up and ready; null if alsa-lib refuses it.
struct scripted_pcm *scripted_pcm_open(unsigned rate, unsigned period, unsigned buffer);

/// The handle for calls of alsa-lib, a `snd_pcm_t`.
void *scripted_pcm_handle(struct scripted_pcm *pcm);

/// Takes `frames` when alsa-lib asks where the PCM is for the `look`-th time from now, 0 being the next.
void scripted_pcm_take(struct scripted_pcm *pcm, unsigned frames, unsigned look);

/// Copies the left channel of what has been taken, and returns how many frames that are; at most `capacity` are copied.
size_t scripted_pcm_taken(const struct scripted_pcm *pcm, float *samples, size_t capacity);

void scripted_pcm_close(struct scripted_pcm *pcm);
