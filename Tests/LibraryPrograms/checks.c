// Calls every function of thud.h wrongly and rightly, and prints each check that fails.
//
//     checks FOLDER NAME     NAME is cues, wrong, lasting, pulled, threads, cycles or scarce
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thud.h>
#include <time.h>
#include <unistd.h>

static int failures;
static const char *folder;

#define EXPECT(condition)                                              \
    do {                                                               \
        if (!(condition)) {                                            \
            printf("line %d: expected %s\n", __LINE__, #condition);    \
            failures++;                                                \
        }                                                              \
    } while (0)

static bool is_counting;
static int allocations;

#ifdef __SANITIZE_ADDRESS__
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
extern void *__libc_malloc(size_t size);

void *malloc(size_t size) {
    if (is_counting) allocations++;
    return __libc_malloc(size);
}
#endif

// How many more descriptors and threads the system gives, and how many entries of folders it reads.
static atomic_int allowance = INT_MAX, entries_left = INT_MAX;

static bool is_allowed(atomic_int *left) { return *left == INT_MAX || atomic_fetch_sub(left, 1) > 0; }

int eventfd(unsigned value, int flags) {
    if (is_allowed(&allowance)) return (int)syscall(SYS_eventfd2, value, flags);
    errno = EMFILE;
    return -1;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    create = dlsym(RTLD_NEXT, "pthread_create");
    return is_allowed(&allowance) ? create(thread, attributes, body, argument) : EAGAIN;
}

struct dirent *readdir(DIR *folder) {
    struct dirent *(*read)(DIR *) = dlsym(RTLD_NEXT, "readdir");
    if (is_allowed(&entries_left)) return read(folder);
    errno = EIO;
    return NULL;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static thud *open_handle(bool is_pulled) {
    thud_options options = {.size = sizeof options, .folder = folder, .device = "null"};
    thud *handle;
    char error[THUD_ERROR_SIZE];
    int code = (is_pulled ? thud_open_pulled : thud_open)(&options, &handle, error, sizeof error);
    if (code != THUD_OK) printf("%s\n", error);
    EXPECT(code == THUD_OK && error[0] == 0);
    return handle;
}

static bool is_readable(thud *handle, int milliseconds) {
    struct pollfd wanted = {.fd = thud_descriptor(handle), .events = POLLIN};
    return poll(&wanted, 1, milliseconds) == 1;
}

// alsa-lib's handler of error messages, which the library links.
typedef void error_handler(const char *, int, const char *, int, const char *, ...);

static void own_handler(const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)code, (void)format;
}

static void check_cues(void) {
    int (*set_handler)(error_handler *) = dlsym(RTLD_DEFAULT, "snd_lib_error_set_handler");
    error_handler **handler = dlsym(RTLD_DEFAULT, "snd_lib_error");
    EXPECT(set_handler && handler && set_handler(own_handler) == 0);
    thud *handle = open_handle(false);
    // The program keeps its own handler.
    EXPECT(handler && *handler == own_handler);
    // The program's own streams get only what it asks for.
    EXPECT(!getenv("PIPEWIRE_LATENCY") && !getenv("PIPEWIRE_PROPS"));
    const char *names[8];
    EXPECT(thud_names(handle, NULL, 0) == 3 && thud_names(handle, names, 1) == 3);
    EXPECT(thud_names(handle, names, 8) == 3 && !strcmp(names[0], "bump") && !strcmp(names[2], "tone"));
    int64_t cause = now() - 5000000;
    int64_t first = thud_play(handle, "bump", cause, -6), second = thud_play(handle, "mine/bump", 0, 0);
    EXPECT(first > 0 && second > first);
    // Reports that do not fit keep the descriptor readable.
    thud_report reports[4];
    poll(NULL, 0, 500);
    EXPECT(thud_reports(handle, reports, 1) == 1 && is_readable(handle, 0));
    EXPECT(thud_reports(handle, reports + 1, 3) == 1 && !is_readable(handle, 0));
    EXPECT(reports[0].id == first && reports[1].id == second && reports[0].outcome == THUD_PLAYED);
    EXPECT(reports[0].cause_ns == cause && reports[0].heard_ns - cause > 5000000);
    EXPECT(!strcmp(reports[0].name, "bump"));
    EXPECT(thud_reports(handle, reports, 4) == 0);
    EXPECT(thud_stop(handle) == THUD_OK && !strcmp(thud_error(handle), ""));
    // A fork that closes the handle, as a destructor may, neither hangs nor stops this process's sound.
    pid_t child = fork();
    if (child == 0) {
        alarm(5);
        thud_close(handle);
        _exit(0);
    }
    int status = 1;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
    EXPECT(thud_play(handle, "bump", 0, 0) > 0 && is_readable(handle, 5000));
    thud_close(handle);
}

static void check_lasting(void) {
    thud *handle = open_handle(false);
    int64_t hum = thud_begin(handle, "hum", 0);
    EXPECT(hum > 0 && is_readable(handle, 5000));
    thud_report report;
    EXPECT(thud_reports(handle, &report, 1) == 1 && report.id == hum && !strcmp(report.name, "hum"));
    for (uint32_t control = THUD_GAIN; control <= THUD_SHARPNESS; control++)
        EXPECT(thud_turn(handle, hum, control, 0.5, 0.1) == THUD_OK);
    EXPECT(thud_turn(handle, hum, THUD_GAIN, -0.5, 0) == THUD_BAD_ARGUMENT);
    EXPECT(thud_turn(handle, hum, THUD_PITCH, -0.5, 0) == THUD_OK);
    EXPECT(thud_turn(handle, hum, THUD_PITCH, NAN, 0) == THUD_BAD_ARGUMENT);
    EXPECT(thud_turn(handle, hum, THUD_PITCH, INFINITY, 0) == THUD_BAD_ARGUMENT);
    EXPECT(thud_turn(handle, hum, THUD_PITCH, 0, NAN) == THUD_BAD_ARGUMENT);
    EXPECT(thud_turn(handle, hum, THUD_PITCH, 0, 1e300) == THUD_BAD_ARGUMENT);
    EXPECT(thud_turn(handle, hum, 4, 0, 0) == THUD_BAD_ARGUMENT);
    EXPECT(thud_turn(handle, hum, UINT32_MAX, 0, 0) == THUD_BAD_ARGUMENT);
    EXPECT(thud_end(handle, hum, -1) == THUD_BAD_ARGUMENT && thud_end(handle, hum, NAN) == THUD_BAD_ARGUMENT);
    EXPECT(thud_end(handle, hum, 0.1) == THUD_OK && thud_end(handle, hum, 0.1) == THUD_NOT_FOUND);
    EXPECT(thud_turn(handle, hum, THUD_GAIN, 1, 0) == THUD_NOT_FOUND);
    EXPECT(strstr(thud_error(handle), "no lasting cue has the ID") != NULL);
    hum = thud_begin(handle, "hum", 0);
    EXPECT(thud_stop(handle) == THUD_OK && thud_end(handle, hum, 0) == THUD_NOT_FOUND);
    EXPECT(thud_begin(handle, "bump", 0) == THUD_BAD_ARGUMENT && strstr(thud_error(handle), "ends by itself"));
    EXPECT(thud_end(handle, INT64_MIN, 0) == THUD_NOT_FOUND && thud_end(handle, INT64_MAX, 0) == THUD_NOT_FOUND);
    thud_close(handle);
    // One more than can sound takes the voice of the first.
    handle = open_handle(true);
    int64_t hums[65];
    thud_report reports[66];
    float left[4800], right[4800];
    for (int i = 0; i < 65; i++) {
        hums[i] = thud_begin(handle, "hum", 0);
        if (i == 0) thud_render(handle, 4800, 0, left, right, NULL);
    }
    for (int i = 0; i < 10; i++) thud_render(handle, 4800, 0, left, right, NULL);
    EXPECT(thud_reports(handle, reports, 66) == 65);
    EXPECT(thud_turn(handle, hums[0], THUD_GAIN, 1, 0) == THUD_NOT_FOUND && thud_end(handle, hums[64], 0) == THUD_OK);
    thud_close(handle);
}

static int open_with(thud_options options, const char *words) {
    thud *handle = (thud *)&options;
    char error[THUD_ERROR_SIZE];
    int code = thud_open_pulled(&options, &handle, error, sizeof error);
    if (code == THUD_OK || !strstr(error, words)) printf("not “%s” but “%s”\n", words, error);
    EXPECT(handle == NULL && code < 0 && strstr(error, words));
    return code;
}

static void check_options(void) {
    size_t size = sizeof(thud_options);
    thud *handle;
    char error[8];
    EXPECT(thud_open(NULL, &handle, error, sizeof error) == THUD_BAD_ARGUMENT && strlen(error) == 7);
    EXPECT(thud_open(NULL, NULL, NULL, 0) == THUD_BAD_ARGUMENT && thud_open(NULL, NULL, error, SIZE_MAX) < 0);
    EXPECT(open_with((thud_options){.folder = folder}, "options.size is 0") == THUD_BAD_ARGUMENT);
    EXPECT(open_with((thud_options){.size = SIZE_MAX, .folder = folder}, "options.size") == THUD_BAD_ARGUMENT);
    EXPECT(open_with((thud_options){.size = size}, "options.folder is null") == THUD_BAD_ARGUMENT);
    EXPECT(open_with((thud_options){.size = size, .folder = "/nowhere"}, "/nowhere") == THUD_NOT_FOUND);
    EXPECT(open_with((thud_options){.size = size, .folder = folder, .latency = 3}, "latency 3") == THUD_BAD_ARGUMENT);
    EXPECT(open_with((thud_options){.size = size, .folder = folder, .haptics = UINT32_MAX}, "haptics") < 0);
    EXPECT(open_with((thud_options){.size = size, .folder = folder, .sample_rate = 1}, "sample_rate is 1") < 0);
    EXPECT(open_with((thud_options){.size = size, .folder = folder, .volume_db = NAN}, "volume_db") < 0);
    EXPECT(open_with((thud_options){.size = size, .folder = folder, .reserved = 1}, "does not know") < 0);
    struct { thud_options options; uint64_t further; } larger = {.options = {.size = sizeof larger, .folder = folder}};
    EXPECT(thud_open_pulled(&larger.options, &handle, NULL, 0) == THUD_OK);
    thud_close(handle);
    larger.further = 1;
    EXPECT(thud_open_pulled(&larger.options, &handle, NULL, 0) == THUD_BAD_ARGUMENT && handle == NULL);
    // Without descriptors an engine cannot start, and says so.
    struct rlimit before, few;
    getrlimit(RLIMIT_NOFILE, &before);
    few = (struct rlimit){.rlim_cur = 8, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    EXPECT(open_with((thud_options){.size = size, .folder = folder}, "too few files can be opened") == THUD_SYSTEM);
    setrlimit(RLIMIT_NOFILE, &before);
}

static void check_wrong(void) {
    check_options();
    thud_close(NULL);
    EXPECT(strstr(thud_error(NULL), "the handle is null") && thud_descriptor(NULL) < 0 && thud_stop(NULL) < 0);
    EXPECT(thud_names(NULL, NULL, 1) < 0 && thud_reports(NULL, NULL, 1) < 0 && thud_play(NULL, "bump", 0, 0) < 0);
    EXPECT(thud_begin(NULL, NULL, 0) < 0 && thud_turn(NULL, 1, 0, 0, 0) < 0 && thud_end(NULL, 1, 0) < 0);
    thud *handle = open_handle(false);
    EXPECT(thud_play(handle, NULL, 0, 0) == THUD_BAD_ARGUMENT && thud_begin(handle, NULL, 0) == THUD_BAD_ARGUMENT);
    EXPECT(thud_play(handle, "bumb", 0, 0) == THUD_NOT_FOUND && strstr(thud_error(handle), "did you mean bump?"));
    EXPECT(thud_play(handle, "\xff\xfe", 0, 0) == THUD_NOT_FOUND && thud_begin(handle, "", 0) == THUD_NOT_FOUND);
    EXPECT(thud_play(handle, "bump", 0, NAN) == THUD_BAD_ARGUMENT && thud_play(handle, "bump", 0, 12.1) < 0);
    EXPECT(thud_play(handle, "bump", -1, 0) == THUD_BAD_ARGUMENT && thud_play(handle, "bump", INT64_MIN, 0) < 0);
    EXPECT(thud_play(handle, "bump", INT64_MAX, 0) > 0);
    EXPECT(thud_play(handle, "bump", now() - INT64_C(301000000000), 0) == THUD_BAD_ARGUMENT);
    char name[100000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    EXPECT(thud_play(handle, name, 0, 0) == THUD_NOT_FOUND && strlen(thud_error(handle)) < THUD_ERROR_SIZE);
    const char *names[2];
    thud_report reports[2];
    EXPECT(thud_names(handle, NULL, 1) == THUD_BAD_ARGUMENT && thud_names(handle, names, SIZE_MAX) < 0);
    EXPECT(thud_names(handle, NULL, SIZE_MAX) < 0 && strstr(thud_error(handle), "larger than any array"));
    EXPECT(thud_reports(handle, NULL, 1) == THUD_BAD_ARGUMENT && thud_reports(handle, reports, SIZE_MAX) < 0);
    float samples[64] = {1, 1};
    EXPECT(thud_render(handle, 2, 0, samples, samples + 2, NULL) == THUD_BAD_ARGUMENT && samples[1] == 0);
    thud_close(handle);
}

static void check_pulled(void) {
    thud *handle = open_handle(true);
    float left[600], right[600], haptic[600];
    haptic[599] = 1;
    EXPECT(thud_render(NULL, 600, 0, left, right, haptic) == THUD_BAD_ARGUMENT && left[599] == 0 && haptic[599] == 0);
    EXPECT(thud_render(handle, SIZE_MAX, 0, left, right, NULL) == THUD_BAD_ARGUMENT);
    EXPECT(thud_render(handle, (size_t)THUD_MOST_FRAMES + 1, 0, left, right, NULL) == THUD_BAD_ARGUMENT);
    EXPECT(thud_render(handle, 600, 0, NULL, right, NULL) == THUD_BAD_ARGUMENT);
    EXPECT(thud_render(handle, 600, -1, left, right, NULL) == THUD_BAD_ARGUMENT);
    EXPECT(thud_render(handle, 600, INT64_MAX, left, right, NULL) == THUD_BAD_ARGUMENT);
    EXPECT(thud_render(handle, 0, 0, left, right, NULL) == THUD_OK);
    // The host's clock is the engine's: a cue is heard with the block that follows it.
    int64_t heard = now() + 20000000, id = thud_play(handle, "bump", 0, 0);
    int64_t hum = thud_begin(handle, "hum", 0);
    EXPECT(id > 0 && thud_render(handle, 480, heard, left, right, NULL) == THUD_OK && left[100] != 0);
    thud_report reports[2];
    EXPECT(is_readable(handle, 0) && thud_reports(handle, reports, 2) == 2 && reports[0].id == id);
    EXPECT(reports[0].frame == 0 && reports[0].heard_ns == heard && reports[0].outcome == THUD_PLAYED);
    EXPECT(reports[1].id == hum && thud_turn(handle, hum, THUD_INTENSITY, 0.5, 0.1) == THUD_OK);
    is_counting = true;
    for (int i = 1; i < 20; i++) thud_render(handle, 480, heard + i * INT64_C(10000000), left, right, NULL);
    int rendering = allocations;
    EXPECT(thud_play(handle, "bump", 0, 0) > 0);
    is_counting = false;
    EXPECT(rendering == 0 && (allocations > 0 || IS_SANITIZED));
    // Instants that jump and go back are followed, and nothing breaks.
    for (int64_t instant = 1; instant > 0 && instant < INT64_C(1) << 61; instant = instant * 7 + 3)
        EXPECT(thud_render(handle, 480, instant, left, right, NULL) == THUD_OK && thud_play(handle, "bump", 0, 0) > 0);
    for (int i = 0; i < 8; i++) EXPECT(thud_render(handle, 480, heard, left, right, NULL) == THUD_OK);
    // Nobody renders, so there is soon no room.
    int64_t code = 1;
    for (int i = 0; i < 1000 && code > 0; i++) code = thud_play(handle, "bump", 0, 0);
    EXPECT(code == THUD_NO_ROOM && strstr(thud_error(handle), "try again later") && thud_stop(handle) == THUD_NO_ROOM);
    thud_close(handle);
    // 20 dB are ten times the amplitude.
    float levels[2];
    for (int i = 0; i < 2; i++) {
        handle = open_handle(true);
        EXPECT(thud_play(handle, "bump", 0, -20 * i) > 0 && thud_render(handle, 480, 0, left, right, NULL) == THUD_OK);
        levels[i] = left[100];
        thud_close(handle);
    }
    EXPECT(levels[0] > 0.1f && fabsf(levels[0] / levels[1] - 10) < 0.01f);
}

static void *play_and_report(void *handle) {
    for (int i = 0; i < 500; i++) {
        thud_report reports[4];
        int64_t hum = thud_begin(handle, "hum", 0);
        EXPECT(thud_play(handle, "bump", now(), -20) != THUD_BAD_ARGUMENT);
        EXPECT(thud_reports(handle, reports, 4) >= 0);
        if (hum > 0) thud_turn(handle, hum, THUD_GAIN, 0.5, 0);
        if (hum > 0) thud_end(handle, hum, 0);
        EXPECT(strlen(thud_error(handle)) < THUD_ERROR_SIZE && thud_stop(handle) <= 0);
    }
    return NULL;
}

static void check_threads(void) {
    thud *handle = open_handle(true);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, play_and_report, handle);
    float left[64], right[64];
    for (int i = 0; i < 5000; i++) EXPECT(thud_render(handle, 64, now(), left, right, NULL) == THUD_OK);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    thud_close(handle);
}

static int entries(const char *path) {
    DIR *directory = opendir(path);
    int count = 0;
    while (directory && readdir(directory)) count++;
    if (directory) closedir(directory);
    return count;
}

// AddressSanitizer keeps freed memory, and reports leaks itself.
static long resident_kibibytes(void) {
    long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    EXPECT(file && fscanf(file, "%ld %ld", &total, &resident) == 2);
    if (file) fclose(file);
    return IS_SANITIZED ? 0 : resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void check_cycles(void) {
    int descriptors = 0, threads = 0;
    long memory = 0;
    for (int i = 0; i <= 1000; i++) {
        thud *handle = open_handle(i % 2);
        EXPECT(thud_play(handle, "bump", 0, 0) > 0 && thud_begin(handle, "hum", 0) > 0);
        if (i % 2) EXPECT(entries("/proc/self/task") == threads);
        thud_close(handle);
        if (i == 0) {
            descriptors = entries("/proc/self/fd");
            threads = entries("/proc/self/task");
        }
        if (i == 100) memory = resident_kibibytes();
    }
    EXPECT(resident_kibibytes() - memory < 900);  // less than 1 KiB a cycle
    EXPECT(entries("/proc/self/fd") == descriptors && entries("/proc/self/task") == threads);
    EXPECT(threads == 3);  // one thread, and two for the folder itself
}

static void check_scarce(void) {
    thud_close(open_handle(false));
    int descriptors = entries("/proc/self/fd");
    thud_options options = {.size = sizeof options, .folder = folder, .device = "null"};
    thud *handle = NULL;
    char error[THUD_ERROR_SIZE];
    // Whatever the system refuses, the program goes on and learns of it, and keeps nothing of the attempt.
    for (int most = 0; !handle && most < 1000; most++) {
        allowance = most;
        int code = thud_open(&options, &handle, error, sizeof error);
        allowance = INT_MAX;
        if (handle) break;
        EXPECT(code == THUD_SYSTEM && strstr(error, "can be") && strstr(error, "ulimit"));
        EXPECT(entries("/proc/self/fd") == descriptors && entries("/proc/self/task") == 3);
    }
    EXPECT(thud_play(handle, "bump", 0, 0) > 0 && is_readable(handle, 5000));
    thud_close(handle);
    entries_left = 3;
    EXPECT(open_with(options, "cannot be listed: Input/output error") == THUD_SYSTEM);
    entries_left = INT_MAX;
    // The program's own threads need little stack.
    pthread_attr_t small;
    pthread_attr_init(&small);
    EXPECT(pthread_attr_setstacksize(&small, 65536) == 0 && pthread_setattr_default_np(&small) == 0);
    handle = open_handle(false);
    EXPECT(thud_play(handle, "bump", 0, 0) > 0 && is_readable(handle, 5000));
    thud_close(handle);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    folder = arguments[1];
    if (!strcmp(arguments[2], "cues")) check_cues();
    if (!strcmp(arguments[2], "wrong")) check_wrong();
    if (!strcmp(arguments[2], "lasting")) check_lasting();
    if (!strcmp(arguments[2], "pulled")) check_pulled();
    if (!strcmp(arguments[2], "threads")) check_threads();
    if (!strcmp(arguments[2], "cycles")) check_cycles();
    if (!strcmp(arguments[2], "scarce")) check_scarce();
    return failures > 0;
}
