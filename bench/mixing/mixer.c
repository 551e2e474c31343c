#include "mixer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCHES = 41, BLOCKS = 375 };

void demand(int is_fine, const char *what) {
    if (is_fine) return;
    fprintf(stderr, "%s failed\n", what);
    exit(3);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

/// Renders a second of sound and returns its last sample, so that nothing can be optimised away.
__attribute__((noinline)) float mixer_counted(void) {
    static float frames[2 * BLOCK];
    float heard = 0;
    for (int block = 0; block < BLOCKS; block++) {
        mixer_render(frames);
        heard += frames[2 * BLOCK - 1];
    }
    return heard;
}

static int ascending(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }

int main(int count, char **arguments) {
    int voices = count > 1 ? atoi(arguments[1]) : 0;
    demand(voices > 0 && voices <= VOICES_LIMIT, "usage: PROGRAM VOICES [once]");
    float *samples[VOICES_LIMIT];
    for (int voice = 0; voice < voices; voice++) {
        samples[voice] = malloc(RATE * sizeof(float));
        demand(samples[voice] != NULL, "malloc");
        for (int index = 0; index < RATE; index++) samples[voice][index] = (float)(index % 97) / 4850;
    }
    mixer_open(voices, samples);
    float heard = mixer_counted();
    // The sound must not be silent, because a mixer that renders silence would be quick.
    demand(heard != 0, "hearing a voice");
    if (count > 2 && strcmp(arguments[2], "once") == 0) {
        mixer_counted();
        return 0;
    }
    double times[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
        double begin = now();
        mixer_counted();
        times[batch] = (now() - begin) / ((double)BLOCKS * BLOCK * voices);
    }
    qsort(times, BATCHES, sizeof *times, ascending);
    printf("%.4f\n", times[BATCHES / 2]);
}
