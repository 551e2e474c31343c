// Renders a cue in blocks, as a program with its own audio callback does, and writes floats: left, right, haptic.
//
//     pulled FOLDER CUE FRAMES >cue.raw
#include <stdio.h>
#include <stdlib.h>
#include <thud.h>

enum { BLOCK = 500 };

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

int main(int count, char **arguments) {
    if (count != 4) return 2;
    thud_options options = {.size = sizeof options, .folder = arguments[1]};
    thud *feedback;
    char error[THUD_ERROR_SIZE];
    if (thud_open_pulled(&options, &feedback, error, sizeof error) != THUD_OK) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    if (thud_play(feedback, arguments[2], 0, 0) < 0) {
        fprintf(stderr, "%s\n", thud_error(feedback));
        return 1;
    }
    for (long left = atol(arguments[3]); left > 0; left -= BLOCK) {
        float block[3 * BLOCK];
        size_t frames = left < BLOCK ? (size_t)left : BLOCK;
        callback(feedback, block, frames);
        fwrite(block, 3 * sizeof(float), frames, stdout);
    }
    thud_close(feedback);
    return 0;
}
