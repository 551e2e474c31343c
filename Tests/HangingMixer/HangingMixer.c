#include "HangingMixer.h"
#include <stdatomic.h>
#include <unistd.h>

// Answers once, and then says that it hangs.
int snd_mixer_handle_events(void *mixer) {
    static atomic_int calls;
    (void)mixer;
    if (atomic_fetch_add(&calls, 1) == 0) return 0;
    static const char told[] = "the mixer hangs\n";
    (void)!write(STDERR_FILENO, told, sizeof told - 1);
    sleep(60);
    return 0;
}
