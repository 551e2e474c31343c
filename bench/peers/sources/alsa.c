// A loop around snd_pcm_writei: the minimum for a program that uses ALSA. Argument: frames per period; the buffer holds
// two.
#include <alsa/asoundlib.h>
#include <pthread.h>

#include "peer.h"

static const struct click *sound;
static snd_pcm_t *pcm;
static snd_pcm_uframes_t period, buffer;
static pthread_t thread;
static atomic_bool is_over, is_running;

static void check(int code, const char *what) { demand(code >= 0, what, snd_strerror(code)); }

static void *loop(void *nothing) {
    float block[2 * period];
    while (!atomic_load(&is_over)) {
        // Waits for room first and then renders the click, which would otherwise be a period late.
        int code = snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING ? snd_pcm_wait(pcm, 1000) : 0;
        click_render(block, block + 1, 2, (int)period);
        snd_pcm_sframes_t written = code < 0 ? code : snd_pcm_writei(pcm, block, period);
        if (written < 0) check(snd_pcm_recover(pcm, (int)written, 1), "recover");
        if (snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING) atomic_store(&is_running, true);
    }
    return nothing;
}

void peer_open(const struct click *click, char **arguments) {
    sound = click;
    period = (snd_pcm_uframes_t)frames_argument(arguments, 64);
    buffer = 2 * period;
    check(snd_pcm_open(&pcm, "default", SND_PCM_STREAM_PLAYBACK, 0), "open");
    snd_pcm_hw_params_t *hardware;
    snd_pcm_hw_params_alloca(&hardware);
    check(snd_pcm_hw_params_any(pcm, hardware), "any");
    check(snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "access");
    check(snd_pcm_hw_params_set_format(pcm, hardware, SND_PCM_FORMAT_FLOAT), "format");
    check(snd_pcm_hw_params_set_channels(pcm, hardware, 2), "channels");
    check(snd_pcm_hw_params_set_rate(pcm, hardware, RATE, 0), "rate");
    check(snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, NULL), "period");
    check(snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer), "buffer");
    check(snd_pcm_hw_params(pcm, hardware), "hardware");
    snd_pcm_sw_params_t *software;
    snd_pcm_sw_params_alloca(&software);
    check(snd_pcm_sw_params_current(pcm, software), "current");
    check(snd_pcm_sw_params_set_avail_min(pcm, software, period), "avail_min");
    check(snd_pcm_sw_params_set_start_threshold(pcm, software, buffer), "start_threshold");
    check(snd_pcm_sw_params(pcm, software), "software");
    check(pthread_create(&thread, NULL, loop, NULL), "thread");
    // The same request as by Thud's audio thread; if refused, it runs at normal priority.
    struct sched_param priority = {.sched_priority = 10};
    pthread_setschedparam(thread, SCHED_FIFO, &priority);
    while (!atomic_load(&is_running)) usleep(200);
}

void peer_play(void) { click_begin(sound); }

void peer_close(void) {
    atomic_store(&is_over, true);
    pthread_join(thread, NULL);
    snd_pcm_drop(pcm);
    snd_pcm_close(pcm);
}
