#pragma once

#include <alsa/asoundlib.h>

// The calls that the audio thread makes on the PCM it owns. THUD_PCM_CALL vouches for each of them, without a check by
// the compiler. These promises rest on the following:
//
// - alsa-lib takes a mutex of the PCM in each of these calls. No other thread of this program calls alsa-lib on that
//   PCM while the audio thread has it, so the mutex is free.
// - A plugin below may have threads of its own. Those of the sound servers exchange frames with avail_update, avail,
//   writei, rewind, forward, delay, the poll calls and state without a lock.
// - start, prepare and resume are exceptions. In pipewire-alsa, start and prepare take the lock of the plugin's thread
//   loop, and prepare creates a new stream if the old one has failed, which allocates. They are only called when the
//   stream begins and after an underrun or a suspend, when no frame is played anyway, and never while frames flow.
#define THUD_PCM_CALL                                        \
    __attribute__((swift_attr("@_noLocks")))                 \
    __attribute__((swift_attr("@_noAllocation")))

static inline snd_pcm_sframes_t thud_pcm_avail_update(snd_pcm_t *pcm) THUD_PCM_CALL;
static inline snd_pcm_sframes_t thud_pcm_avail_update(snd_pcm_t *pcm) { return snd_pcm_avail_update(pcm); }

static inline snd_pcm_sframes_t thud_pcm_avail(snd_pcm_t *pcm) THUD_PCM_CALL;
static inline snd_pcm_sframes_t thud_pcm_avail(snd_pcm_t *pcm) { return snd_pcm_avail(pcm); }

static inline snd_pcm_sframes_t thud_pcm_writei(snd_pcm_t *pcm, const void *frames, snd_pcm_uframes_t count) THUD_PCM_CALL;
static inline snd_pcm_sframes_t thud_pcm_writei(snd_pcm_t *pcm, const void *frames, snd_pcm_uframes_t count) {
    return snd_pcm_writei(pcm, frames, count);
}

static inline snd_pcm_sframes_t thud_pcm_rewind(snd_pcm_t *pcm, snd_pcm_uframes_t count) THUD_PCM_CALL;
static inline snd_pcm_sframes_t thud_pcm_rewind(snd_pcm_t *pcm, snd_pcm_uframes_t count) {
    return snd_pcm_rewind(pcm, count);
}

static inline snd_pcm_sframes_t thud_pcm_forward(snd_pcm_t *pcm, snd_pcm_uframes_t count) THUD_PCM_CALL;
static inline snd_pcm_sframes_t thud_pcm_forward(snd_pcm_t *pcm, snd_pcm_uframes_t count) {
    return snd_pcm_forward(pcm, count);
}

static inline int thud_pcm_delay(snd_pcm_t *pcm, snd_pcm_sframes_t *delay) THUD_PCM_CALL;
static inline int thud_pcm_delay(snd_pcm_t *pcm, snd_pcm_sframes_t *delay) { return snd_pcm_delay(pcm, delay); }

static inline int thud_pcm_prepare(snd_pcm_t *pcm) THUD_PCM_CALL;
static inline int thud_pcm_prepare(snd_pcm_t *pcm) { return snd_pcm_prepare(pcm); }

static inline int thud_pcm_resume(snd_pcm_t *pcm) THUD_PCM_CALL;
static inline int thud_pcm_resume(snd_pcm_t *pcm) { return snd_pcm_resume(pcm); }

static inline int thud_pcm_start(snd_pcm_t *pcm) THUD_PCM_CALL;
static inline int thud_pcm_start(snd_pcm_t *pcm) { return snd_pcm_start(pcm); }

static inline snd_pcm_state_t thud_pcm_state(snd_pcm_t *pcm) THUD_PCM_CALL;
static inline snd_pcm_state_t thud_pcm_state(snd_pcm_t *pcm) { return snd_pcm_state(pcm); }

static inline int thud_pcm_poll_descriptors(
    snd_pcm_t *pcm, struct pollfd *descriptors, unsigned count) THUD_PCM_CALL;
static inline int thud_pcm_poll_descriptors(snd_pcm_t *pcm, struct pollfd *descriptors, unsigned count) {
    return snd_pcm_poll_descriptors(pcm, descriptors, count);
}

static inline int thud_pcm_revents(
    snd_pcm_t *pcm, struct pollfd *descriptors, unsigned count, unsigned short *revents) THUD_PCM_CALL;
static inline int thud_pcm_revents(
    snd_pcm_t *pcm, struct pollfd *descriptors, unsigned count, unsigned short *revents) {
    return snd_pcm_poll_descriptors_revents(pcm, descriptors, count, revents);
}

/// Keeps alsa-lib from printing to stderr. Its return codes already report what failed.
static void thud_alsa_discard(const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)code, (void)format;
}
static inline void thud_alsa_silence(void) {
    // A handler that a host program installed for itself is kept.
    snd_lib_error_handler_t handler = snd_lib_error;
    snd_lib_error_set_handler(NULL);
    snd_lib_error_set_handler(handler == snd_lib_error ? thud_alsa_discard : handler);
}
