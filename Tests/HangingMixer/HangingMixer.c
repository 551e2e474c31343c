#include "HangingMixer.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int calls;

// Answers once, and then says that it hangs.
int snd_mixer_handle_events(void *mixer) {
    (void)mixer;
    if (atomic_fetch_add(&calls, 1) == 0) return 0;
    static const char told[] = "the mixer hangs\n";
    (void)!write(STDERR_FILENO, told, sizeof told - 1);
    sleep(60);
    return 0;
}

// Libraries that end while a thread is inside them may crash. This one always does.
__attribute__((destructor)) static void crash_if_in_use(void) {
    if (atomic_load(&calls) > 1) abort();
}
