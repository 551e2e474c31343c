#include "ScriptedPCM.h"
#include <alsa/asoundlib.h>
#include <alsa/pcm_ioplug.h>
#include <stdlib.h>

enum { LONGEST = 1 << 17, USUAL_DELAY = 480 };

struct scripted_pcm {
    snd_pcm_ioplug_t io;
    size_t taken;
    unsigned frames, look, delay;
    float written[LONGEST], heard[LONGEST];
};

static int do_nothing(snd_pcm_ioplug_t *io) {
    (void)io;
    return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
    struct scripted_pcm *pcm = io->private_data;
    if (pcm->frames > 0 && pcm->look-- == 0) {
        for (; pcm->frames > 0 && pcm->taken < LONGEST; pcm->frames--, pcm->taken++)
            pcm->heard[pcm->taken] = pcm->written[pcm->taken];
    }
    return (snd_pcm_sframes_t)(pcm->taken % io->buffer_size);
}

static snd_pcm_sframes_t transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset,
                                  snd_pcm_uframes_t size) {
    struct scripted_pcm *pcm = io->private_data;
    const float *samples = (const float *)areas->addr;
    for (snd_pcm_uframes_t frame = 0; frame < size && io->appl_ptr + frame < LONGEST; frame++)
        pcm->written[io->appl_ptr + frame] = samples[2 * (offset + frame)];
    return (snd_pcm_sframes_t)size;
}

static int delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *frames) {
    const struct scripted_pcm *pcm = io->private_data;
    *frames = (snd_pcm_sframes_t)io->appl_ptr - (snd_pcm_sframes_t)pcm->taken + pcm->delay;
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = do_nothing, .stop = do_nothing, .pointer = pointer, .transfer = transfer, .delay = delay};

/// Configures the PCM to start only on request.
static int set_software(snd_pcm_t *pcm) {
    snd_pcm_sw_params_t *parameters;
    snd_pcm_uframes_t boundary = 0;
    snd_pcm_sw_params_alloca(&parameters);
    if (snd_pcm_sw_params_current(pcm, parameters) < 0) return -1;
    snd_pcm_sw_params_get_boundary(parameters, &boundary);
    snd_pcm_sw_params_set_start_threshold(pcm, parameters, boundary);
    return snd_pcm_sw_params(pcm, parameters);
}

static int set_up(snd_pcm_t *pcm, unsigned rate, unsigned period, unsigned buffer) {
    snd_pcm_hw_params_t *parameters;
    snd_pcm_hw_params_alloca(&parameters);
    if (snd_pcm_hw_params_any(pcm, parameters) < 0 ||
        snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED) < 0 ||
        snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_FLOAT) < 0 ||
        snd_pcm_hw_params_set_channels(pcm, parameters, 2) < 0 ||
        snd_pcm_hw_params_set_rate(pcm, parameters, rate, 0) < 0 ||
        snd_pcm_hw_params_set_period_size(pcm, parameters, period, 0) < 0 ||
        snd_pcm_hw_params_set_buffer_size(pcm, parameters, buffer) < 0 || snd_pcm_hw_params(pcm, parameters) < 0)
        return -1;
    return set_software(pcm);
}

struct scripted_pcm *scripted_pcm_open(unsigned rate, unsigned period, unsigned buffer) {
    struct scripted_pcm *pcm = calloc(1, sizeof *pcm);
    if (!pcm) return NULL;
    pcm->delay = USUAL_DELAY;
    pcm->io.version = SND_PCM_IOPLUG_VERSION;
    pcm->io.name = "a scripted PCM";
    pcm->io.callback = &callbacks;
    pcm->io.private_data = pcm;
    pcm->io.poll_fd = -1;
    if (snd_pcm_ioplug_create(&pcm->io, "scripted", SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK) < 0) {
        free(pcm);
        return NULL;
    }
    if (set_up(pcm->io.pcm, rate, period, buffer) == 0) return pcm;
    scripted_pcm_close(pcm);
    return NULL;
}

void *scripted_pcm_handle(struct scripted_pcm *pcm) { return pcm->io.pcm; }

void scripted_pcm_take(struct scripted_pcm *pcm, unsigned frames, unsigned look) {
    pcm->frames = frames;
    pcm->look = look;
}

void scripted_pcm_report(struct scripted_pcm *pcm, unsigned delay) { pcm->delay = delay; }

size_t scripted_pcm_taken(const struct scripted_pcm *pcm, float *samples, size_t capacity) {
    for (size_t frame = 0; frame < pcm->taken && frame < capacity; frame++) samples[frame] = pcm->heard[frame];
    return pcm->taken;
}

void scripted_pcm_close(struct scripted_pcm *pcm) {
    snd_pcm_close(pcm->io.pcm);
    free(pcm);
}
