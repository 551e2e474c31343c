#include "Realtime.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

int64_t thud_monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int thud_poll(struct pollfd *descriptors, unsigned count, int64_t timeout_ns) {
    if (timeout_ns < 0) timeout_ns = 0;
    struct timespec timeout = {timeout_ns / 1000000000, timeout_ns % 1000000000};
    int ready = ppoll(descriptors, count, &timeout, NULL);
    return ready < 0 ? -errno : ready;
}

int thud_wait_readable(int descriptor, int64_t timeout_ns) {
    struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
    struct timespec timeout = {timeout_ns / 1000000000, timeout_ns % 1000000000};
    return ppoll(&wanted, 1, timeout_ns < 0 ? NULL : &timeout, NULL) > 0;
}

uint32_t thud_wait_any(const int *descriptors, unsigned count, int64_t timeout_ns) {
    struct pollfd wanted[32];
    if (count > 32) count = 32;
    for (unsigned index = 0; index < count; index++) {
        wanted[index] = (struct pollfd){.fd = descriptors[index], .events = POLLIN};
    }
    uint32_t ready = 0;
    if (thud_poll(wanted, count, timeout_ns) <= 0) return ready;
    for (unsigned index = 0; index < count; index++) {
        if (wanted[index].revents != 0) ready |= 1u << index;
    }
    return ready;
}

int thud_event_create(void) {
    int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int thud_signal_descriptor(int number) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, number);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    return signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
}

void thud_thread_name(const char *name) {
    char kept[16] = {0};
    strncpy(kept, name, sizeof kept - 1);
    pthread_setname_np(pthread_self(), kept);
}

#ifdef THUD_RTSAN
// Weak symbols, because only a program that is linked with RealtimeSanitizer has them.
__attribute__((weak)) void __rtsan_realtime_enter(void);
__attribute__((weak)) void __rtsan_realtime_exit(void);
__attribute__((weak)) void __rtsan_disable(void);
__attribute__((weak)) void __rtsan_enable(void);
#define THUD_TELL_SANITIZER(function) ((function) ? (function)() : (void)0)
#else
#define THUD_TELL_SANITIZER(function) ((void)0)
#endif

void thud_realtime_enter(void) { THUD_TELL_SANITIZER(__rtsan_realtime_enter); }
void thud_realtime_exit(void) { THUD_TELL_SANITIZER(__rtsan_realtime_exit); }

// RealtimeSanitizer reports every read and write, because most may block. Those of a non-blocking eventfd cannot.
#define THUD_VOUCHED_FOR(call) (THUD_TELL_SANITIZER(__rtsan_disable), (call), THUD_TELL_SANITIZER(__rtsan_enable))

void thud_event_signal(int descriptor) {
    uint64_t one = 1;
    ssize_t written;
    THUD_VOUCHED_FOR(written = write(descriptor, &one, sizeof one));
    (void)written;
}

void thud_event_clear(int descriptor) {
    uint64_t count;
    ssize_t taken;
    THUD_VOUCHED_FOR(taken = read(descriptor, &count, sizeof count));
    (void)taken;
}

#if defined(__x86_64__)
#include <xmmintrin.h>

/// Treats denormal numbers as zero, both as operands and as results.
static void flush_denormals(void) { _mm_setcsr(_mm_getcsr() | 0x8040); }
#elif defined(__aarch64__)
static void flush_denormals(void) {
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    __asm__ volatile("msr fpcr, %0" : : "r"(control | (uint64_t)1 << 24));
}
#else
static void flush_denormals(void) {}
#endif

/// More stack than any rendering uses.
enum { STACK_BYTES = 128 * 1024 };

__attribute__((noinline)) static void touch_stack(void) {
    volatile char stack[STACK_BYTES];
    for (size_t index = 0; index < sizeof stack; index += 1024) stack[index] = 0;
    // The pages stay locked after this function has returned.
    (void)mlock((const void *)stack, sizeof stack);
}

void thud_realtime_prepare(void) {
    flush_denormals();
    touch_stack();
}

int32_t thud_thread_number(void) { return gettid(); }
