#define _GNU_SOURCE
#include "SeenMutex.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// A `Mutex` that is free is taken by code that is compiled into each module, and ThreadSanitizer sees that. One that is
// taken is waited for in the library Synchronization, which is not built for ThreadSanitizer: without these functions
// every `Mutex` that two threads want at one moment would be reported as a race. They have the names and the calling
// convention of the library's, which they call.

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define MUTEX __attribute__((swift_context)) void *mutex
#define SWIFT __attribute__((swiftcall))

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void seen_lock(uint32_t thread, MUTEX) __asm__(LOCK);
SWIFT bool seen_try(MUTEX) __asm__(TRY);
SWIFT void seen_unlock(MUTEX) __asm__(UNLOCK);

SWIFT void seen_lock(uint32_t thread, MUTEX) {
    SWIFT void (*lock)(uint32_t, MUTEX) = dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT bool seen_try(MUTEX) {
    SWIFT bool (*try)(MUTEX) = dlsym(RTLD_NEXT, TRY);
    bool is_taken = try(mutex);
    if (is_taken) __tsan_acquire(mutex);
    return is_taken;
}

SWIFT void seen_unlock(MUTEX) {
    SWIFT void (*unlock)(MUTEX) = dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(mutex);
    unlock(mutex);
}
