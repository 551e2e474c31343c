// Plays the cues of a folder and prints when each came out.
#include <poll.h>
#include <stdio.h>
#include <thud.h>

static int fail(const char *sentence) {
    fprintf(stderr, "%s\n", sentence);
    return 1;
}

int main(int count, char **arguments) {
    thud_options options = {.size = sizeof options, .folder = "Sounds/mine"};
    if (count > 1) options.device = arguments[1];
    thud *feedback;
    char error[THUD_ERROR_SIZE];
    if (thud_open(&options, &feedback, error, sizeof error) != THUD_OK) return fail(error);

    int64_t bump = thud_play(feedback, "bump", 0, -6);
    int64_t hum = thud_begin(feedback, "hum", 0);
    if (bump < 0 || hum < 0) return fail(thud_error(feedback));
    thud_turn(feedback, hum, THUD_INTENSITY, 0.4, 0.2);

    // In a real program the descriptor is part of its own loop.
    struct pollfd reported = {.fd = thud_descriptor(feedback), .events = POLLIN};
    for (int missing = 2; missing > 0 && poll(&reported, 1, 5000) > 0;) {
        thud_report reports[16];
        int64_t got = thud_reports(feedback, reports, 16);
        for (int64_t i = 0; i < got; i++) {
            double latency = (reports[i].heard_ns - reports[i].cause_ns) / 1e6;
            printf("%s: outcome %u, %.1f ms after its cause\n", reports[i].name, reports[i].outcome, latency);
        }
        missing -= got;
    }

    thud_end(feedback, hum, 0.1);
    poll(NULL, 0, 200);  // until the fade has been heard
    thud_close(feedback);
    return 0;
}
