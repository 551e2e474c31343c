// Calls every function of thud.h on a thread with the stack that the header asks for. Too small a one is a crash.
//
//     stack FOLDER
#include <pthread.h>
#include <stdio.h>
#include <thud.h>

enum { STACK = 64 * 1024, BLOCK = 4800 };

static const char *folder;
static const char *problem = "the thread did not run";
static float left[BLOCK], right[BLOCK], haptic[BLOCK];
static thud_report reports[16];

static const char *call(int (*open)(const thud_options *, thud **, char *, size_t)) {
    thud_options options = {.size = sizeof options, .folder = folder, .device = "null"};
    static char error[THUD_ERROR_SIZE];
    const char *names[4];
    thud *handle;
    if (open(&options, &handle, error, sizeof error) != THUD_OK) return error;
    if (thud_names(handle, names, 4) < 3 || thud_descriptor(handle) < 0) return "names";
    if (thud_play(handle, "bump", 0, 0) < 0 || thud_play(handle, "bumb", 0, 0) > 0) return thud_error(handle);
    int64_t hum = thud_begin(handle, "hum", 0);
    if (hum < 0 || thud_turn(handle, hum, THUD_PITCH, 0.5, 0.1) < 0) return thud_error(handle);
    for (int i = 0; i < 20; i++) thud_render(handle, BLOCK, 0, left, right, haptic);
    if (thud_reports(handle, reports, 16) < 0 || thud_end(handle, hum, 0) < 0) return thud_error(handle);
    if (thud_stop(handle) < 0) return thud_error(handle);
    thud_close(handle);
    return NULL;
}

static void *body(void *unused) {
    problem = call(thud_open_pulled);
    if (!problem) problem = call(thud_open);
    return unused;
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    folder = arguments[1];
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    if (pthread_create(&thread, &attributes, body, NULL) == 0) pthread_join(thread, NULL);
    if (problem) puts(problem);
    return problem != NULL;
}
