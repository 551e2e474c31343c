#define _GNU_SOURCE
#include "CallGuard.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Programs started by the guarded program are not guarded, because shells close descriptors that are not open.
__attribute__((constructor)) static void guard_no_children(void) {
    const char *preloaded = getenv("LD_PRELOAD");
    if (preloaded && strstr(preloaded, "CallGuard")) unsetenv("LD_PRELOAD");
}

int close(int descriptor) {
    long result = syscall(SYS_close, descriptor);
    if (result < 0 && errno == EBADF) {
        dprintf(STDERR_FILENO, "CallGuard: descriptor %d was closed, but was not open\n", descriptor);
        abort();
    }
    return (int)result;
}

int pthread_detach(pthread_t thread) {
    if (!pthread_equal(thread, pthread_self())) {
        dprintf(STDERR_FILENO, "CallGuard: a thread was detached by another one\n");
        abort();
    }
    return ((int (*)(pthread_t))dlsym(RTLD_NEXT, "pthread_detach"))(thread);
}

int call_guard_is_here(void) { return 1; }
