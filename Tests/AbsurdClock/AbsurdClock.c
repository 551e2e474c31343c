#define _GNU_SOURCE
#include "AbsurdClock.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static uint64_t start;

/// Returns what the clock shows some nanoseconds after the program's first look at it.
static uint64_t shown(const char *kind, uint64_t since) {
    const uint64_t second = 1000000000;
    if (!strcmp(kind, "zero")) return since;
    if (!strcmp(kind, "end")) return INT64_MAX - 3 * second + since;
    if (!strcmp(kind, "backwards")) return 100 * second - since;
    return 100 * second;
}

int clock_gettime(clockid_t id, struct timespec *time) {
    int failure = (int)syscall(SYS_clock_gettime, id, time);
    const char *kind = getenv("ABSURD_CLOCK");
    if (failure || !kind || id != CLOCK_MONOTONIC) return failure;
    uint64_t now = (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
    if (!start) start = now;
    uint64_t nanoseconds = shown(kind, now - start);
    time->tv_sec = (time_t)(nanoseconds / 1000000000);
    time->tv_nsec = (long)(nanoseconds % 1000000000);
    return 0;
}
