// A program that answers each byte from its terminal, or each note, with a sound at a known time. The tests of `thud
// bench` with a program measure it, and compare what they find with its own log.
//
//     answer [after MS | between MS MS] [omit N] [change N] [crash N] [alone MS] [beside MS] [vary] [silent] [gain X]
//            [log FILE] [period FRAMES] [midi] [rest]
//
// after, between: how long after the byte the sound's first frame leaves the output, in addition to the queue
// omit N: every Nth byte gets no answer
// change N: every Nth byte gets another sound
// crash N: it aborts at the Nth byte
// alone MS: it ignores the bytes and plays at random, once in MS on average
// beside MS: the same, but it answers the bytes too
// vary: each sound has a pitch of its own
// silent: it plays a stream of silence
// gain X: how loud it is; 1 without it
// rest: it stops its stream after each sound
// midi: it answers notes at a port of the ALSA sequencer, and no bytes
// A new line is no press: it ends a line on standard input. The byte q ends the program.
// A line of the log, for each answer whose instant is known: the number of the byte, counted from 1; the instant of the
// sound's first frame at the output, in nanoseconds of CLOCK_MONOTONIC; and by how many nanoseconds this block leaves
// the output later than the one before it promised: much if the machine delayed the program or the server, and then the
// instant may be wrong.

#include <alsa/asoundlib.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { RATE = 48000, SOUND = 4800, VOICES = 16, LONGEST = 8192 };

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// Sets the length of the queue in frames and its instant. They are read again if something came in between.
static int queued(snd_pcm_t *pcm, snd_pcm_sframes_t *delay, long long *at) {
    int known = 0;
    for (int tries = 0; tries < 10; tries++) {
        long long before = now();
        known = snd_pcm_delay(pcm, delay) == 0;
        *at = now();
        if (*at - before < 50000) break;
    }
    return known;
}

static unsigned long long state = 88172645463325252ULL;
static double unit(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (state >> 11) * 0x1p-53;
}

// A voice begins `wait` frames after the next frame to be written.
struct voice { long wait, at; double pitch; int live, byte; };
static struct voice voices[VOICES];

static void begin(long wait, double pitch, int byte) {
    for (int i = 0; i < VOICES; i++)
        if (!voices[i].live) {
            voices[i] = (struct voice){wait, 0, pitch, 1, byte};
            return;
        }
}

static float sound(long at, double pitch) {
    double t = at / (double)RATE;
    return 0.4 * exp(-40 * t) * cos(2 * M_PI * pitch * t) + 0.1 * exp(-90 * t) * cos(2 * M_PI * 2.76 * pitch * t);
}

static snd_seq_t *sequencer;

static int open_port(void) {
    if (snd_seq_open(&sequencer, "default", SND_SEQ_OPEN_INPUT, SND_SEQ_NONBLOCK) < 0) return 0;
    snd_seq_set_client_name(sequencer, "answer");
    return snd_seq_create_simple_port(sequencer, "in", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE,
                                      SND_SEQ_PORT_TYPE_APPLICATION) >= 0;
}

// Reads a byte, or takes the beginning of a note for one.
static ssize_t press(unsigned char *byte) {
    snd_seq_event_t *event;
    if (!sequencer) return read(0, byte, 1);
    while (snd_seq_event_input(sequencer, &event) >= 0)
        if (event->type == SND_SEQ_EVENT_NOTEON && event->data.note.velocity > 0) return *byte = 'n', 1;
    return -1;
}

int main(int argc, char **argv) {
    double least = 0, most = 0, alone = 0, gain = 1;
    int rest = 0, deaf = 0, omit = 0, change = 0, crash = 0, vary = 0, silent = 0, bytes = 0;
    snd_pcm_uframes_t period = 256;
    FILE *log = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "after")) least = most = atof(argv[++i]);
        else if (!strcmp(argv[i], "between")) least = atof(argv[++i]), most = atof(argv[++i]);
        else if (!strcmp(argv[i], "omit")) omit = atoi(argv[++i]);
        else if (!strcmp(argv[i], "change")) change = atoi(argv[++i]);
        else if (!strcmp(argv[i], "crash")) crash = atoi(argv[++i]);
        else if (!strcmp(argv[i], "alone")) deaf = 1, alone = atof(argv[++i]);
        else if (!strcmp(argv[i], "beside")) alone = atof(argv[++i]);
        else if (!strcmp(argv[i], "vary")) vary = 1;
        else if (!strcmp(argv[i], "silent")) silent = 1;
        else if (!strcmp(argv[i], "gain")) gain = atof(argv[++i]);
        else if (!strcmp(argv[i], "rest")) rest = 1;
        else if (!strcmp(argv[i], "log")) log = fopen(argv[++i], "w");
        else if (!strcmp(argv[i], "period")) period = strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "midi")) { if (!open_port()) return 3; }
        else return 2;
    }
    // Its log is only right if nothing delays it. Without the right to do so it stays an ordinary program.
    struct sched_param priority = {1};
    sched_setscheduler(0, SCHED_FIFO, &priority);
    struct termios raw;
    if (tcgetattr(0, &raw) == 0) cfmakeraw(&raw), tcsetattr(0, TCSANOW, &raw);
    fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);

    snd_pcm_t *pcm;
    snd_pcm_hw_params_t *params;
    snd_pcm_uframes_t queue = 2 * period;
    unsigned rate = RATE;
    if (snd_pcm_open(&pcm, "default", SND_PCM_STREAM_PLAYBACK, 0) < 0) return 3;
    snd_pcm_hw_params_alloca(&params);
    snd_pcm_hw_params_any(pcm, params);
    snd_pcm_hw_params_set_access(pcm, params, SND_PCM_ACCESS_RW_INTERLEAVED);
    snd_pcm_hw_params_set_format(pcm, params, SND_PCM_FORMAT_FLOAT_LE);
    snd_pcm_hw_params_set_channels(pcm, params, 2);
    snd_pcm_hw_params_set_rate(pcm, params, rate, 0);
    snd_pcm_hw_params_set_period_size_near(pcm, params, &period, NULL);
    snd_pcm_hw_params_set_buffer_size_near(pcm, params, &queue);
    if (snd_pcm_hw_params(pcm, params) < 0 || period > LONGEST) return 3;

    static float block[2 * LONGEST];
    // When the block after the last one should leave the output; 0 if nothing is known of it.
    long long promised = 0;
    for (;;) {
        // A write waits until there is room for a whole period, so bytes are read at most a period late.
        snd_pcm_sframes_t delay = 0;
        unsigned char byte;
        ssize_t got;
        while ((got = press(&byte)) == 1) {
            if (byte == '\n') continue;
            bytes++;
            if (byte == 'q') return 0;
            if (bytes == crash) abort();
            if (write(1, ".", 1) < 0) return 0;
            if (deaf || silent || (omit && bytes % omit == 0)) continue;
            long wait = lround((least + (most - least) * unit()) * RATE / 1000);
            begin(wait, vary ? 400 + 1200 * unit() : change && bytes % change == 0 ? 1900 : 880, bytes);
        }
        if (got == 0) return 0;
        if (alone > 0 && unit() < period * 1000.0 / RATE / alone) begin(lround(unit() * period), 880, 0);
        int sounding = 0;
        for (int v = 0; v < VOICES; v++) sounding += voices[v].live;
        if (rest && !sounding) {
            if (snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING) snd_pcm_drain(pcm), snd_pcm_prepare(pcm);
            usleep(2000);
            promised = 0;
            continue;
        }
        // The frame of this block at which a voice begins; -1 if it does not.
        long begun[VOICES];
        memset(block, 0, sizeof block);
        for (int v = 0; v < VOICES; v++) {
            struct voice *voice = &voices[v];
            begun[v] = -1;
            if (!voice->live) continue;
            for (unsigned long f = 0; f < period; f++) {
                if (voice->wait > 0) { voice->wait--; continue; }
                if (voice->at == 0 && voice->byte) begun[v] = f;
                float x = gain * sound(voice->at++, voice->pitch);
                block[2 * f] += x, block[2 * f + 1] += x;
            }
            if (voice->at >= SOUND) voice->live = 0;
        }
        // After an underrun the block is written again, and only then its place is known.
        snd_pcm_sframes_t wrote;
        while ((wrote = snd_pcm_writei(pcm, block, period)) < 0)
            if (snd_pcm_recover(pcm, wrote, 1) < 0) return 3;
        long long at;
        int known = queued(pcm, &delay, &at);
        long long output = at + (delay - (long)period) * 1000000000LL / RATE;
        long long late = promised ? output - promised : 0;
        promised = known ? output + (long long)period * 1000000000LL / RATE : 0;
        for (int v = 0; v < VOICES && known && log; v++)
            if (begun[v] >= 0) {
                long long sound_at = output + begun[v] * 1000000000LL / RATE;
                fprintf(log, "%d %lld %lld\n", voices[v].byte, sound_at, late), fflush(log);
            }
    }
}
