#pragma once
#include <stddef.h>

/// An alsa-lib PCM that takes frames only when a test says so, like the cycles of a sound server's plugin. Frames not
/// yet taken can be rewound and rewritten.
struct scripted_pcm;

/// Opens a PCM of two float channels, set up and ready; null if alsa-lib refuses it.
struct scripted_pcm *scripted_pcm_open(unsigned rate, unsigned period, unsigned buffer);

/// Returns the handle for alsa-lib calls, a `snd_pcm_t`.
void *scripted_pcm_handle(struct scripted_pcm *pcm);

/// Takes `frames` when alsa-lib asks for the PCM's position for the `look`-th time from now, 0 being the next.
void scripted_pcm_take(struct scripted_pcm *pcm, unsigned frames, unsigned look);

/// Sets the delay behind the queue that the PCM reports. With none, a server's next cycle seems to be overdue.
void scripted_pcm_report(struct scripted_pcm *pcm, unsigned delay);

/// Copies the left channel of the taken frames, at most `capacity`, and returns how many frames were taken.
size_t scripted_pcm_taken(const struct scripted_pcm *pcm, float *samples, size_t capacity);

void scripted_pcm_close(struct scripted_pcm *pcm);
