#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

void demand(bool is_fine, const char *what, const char *why) {
    if (is_fine) return;
    fprintf(stderr, "%s: %s\n", what, why);
    exit(3);
}

int frames_argument(char **arguments, int usual) {
    int frames = arguments[0] == NULL ? usual : atoi(arguments[0]);
    demand(frames > 0 && frames <= RATE, "frames", "not a count of frames");
    return frames;
}

/// Reads the click: a header of 44 bytes, then 16-bit stereo at 48 kHz.
static struct click read_click(const char *path) {
    FILE *file = fopen(path, "rb");
    demand(file != NULL, path, "cannot be read");
    unsigned char header[44];
    demand(fread(header, sizeof header, 1, file) == 1 && memcmp(header + 36, "data", 4) == 0, path, "is not the click");
    int16_t values[2 * RATE];
    int count = (int)fread(values, 2 * sizeof *values, RATE, file);
    fclose(file);
    demand(count > 0, path, "is empty");
    struct click click = {path, count, malloc(2 * (size_t)count * sizeof(float))};
    demand(click.samples != NULL, path, "does not fit into memory");
    for (int index = 0; index < 2 * count; index++) click.samples[index] = (float)values[index] / 32768;
    return click;
}

static _Atomic(const struct click *) asked;

void click_begin(const struct click *click) { atomic_store(&asked, click); }

void click_render(float *left, float *right, int stride, int frames) {
    // Only the playing thread comes here.
    static const struct click *sounding;
    static int position;
    const struct click *next = atomic_exchange(&asked, NULL);
    if (next != NULL) {
        sounding = next;
        position = 0;
    }
    for (int frame = 0; frame < frames; frame++) {
        bool sounds = sounding != NULL && position < sounding->frames;
        left[frame * stride] = sounds ? sounding->samples[2 * position] : 0;
        right[frame * stride] = sounds ? sounding->samples[2 * position + 1] : 0;
        position += sounds;
    }
}

int main(int count, char **arguments) {
    demand(count >= 2, arguments[0], "usage: peer CLICK.wav [ARGUMENT]...");
    static struct click click;
    click = read_click(arguments[1]);
    peer_open(&click, arguments + 2);
    printf("ready %lld\n", now());
    fflush(stdout);
    char line[16];
    while (fgets(line, sizeof line, stdin) != NULL && line[0] == 't') {
        long long instant = now();
        peer_play();
        printf("%lld\n", instant);
        fflush(stdout);
    }
    peer_close();
    while (wait(NULL) > 0) {
    }
    struct rusage children;
    getrusage(RUSAGE_CHILDREN, &children);
    printf("peak %ld\n", children.ru_maxrss);
    return 0;
}
