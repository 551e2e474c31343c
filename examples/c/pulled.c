// Renders a script of cues in blocks, as a program with its own audio callback does, and writes floats: left, right,
// haptic.
//
//     pulled FOLDER SCRIPT FRAMES >cues.raw     a line of the script: seconds from the start, and a cue
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <thud.h>

enum { BLOCK = 500, RATE = 48000 };

static int fail(const char *sentence) {
    fprintf(stderr, "%s\n", sentence);
    return 1;
}

// Stands for the host's callback: on the audio thread, with the instant at which the block is heard if it is known.
static void callback(thud *feedback, float *interleaved, size_t frames) {
    float left[BLOCK], right[BLOCK], haptic[BLOCK];
    thud_render(feedback, frames, 0, left, right, haptic);
    for (size_t i = 0; i < frames; i++) {
        interleaved[3 * i] = left[i];
        interleaved[3 * i + 1] = right[i];
        interleaved[3 * i + 2] = haptic[i];
    }
}

static void render(thud *feedback, long frames) {
    for (; frames > 0; frames -= BLOCK) {
        float block[3 * BLOCK];
        size_t count = frames < BLOCK ? (size_t)frames : BLOCK;
        callback(feedback, block, count);
        fwrite(block, 3 * sizeof(float), count, stdout);
    }
}

int main(int count, char **arguments) {
    if (count != 4) return fail("usage: pulled FOLDER SCRIPT FRAMES");
    FILE *script = fopen(arguments[2], "r");
    if (!script) return fail("the script cannot be read");
    thud_options options = {.size = sizeof options, .folder = arguments[1], .sample_rate = RATE};
    thud *feedback;
    char error[THUD_ERROR_SIZE], cue[256];
    if (thud_open_pulled(&options, &feedback, error, sizeof error) != THUD_OK) return fail(error);
    long head = 0;
    int found;
    for (double seconds; (found = fscanf(script, "%lf %255s", &seconds, cue)) == 2;) {
        long start = lround(seconds * RATE);
        render(feedback, start - head);
        head = start;
        if (thud_play(feedback, cue, 0, 0) < 0) return fail(thud_error(feedback));
    }
    if (found != EOF) return fail("expected seconds and a cue on each line of the script");
    render(feedback, atol(arguments[3]) - head);
    thud_close(feedback);
    fclose(script);
    return 0;
}
