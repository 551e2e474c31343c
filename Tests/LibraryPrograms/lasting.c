// Begins a cue, then turns and ends it, or stops it together with another one, and writes floats: left, right, haptic.
//
//     lasting FOLDER turned|stopped >cue.raw
#include <stdio.h>
#include <string.h>
#include <thud.h>

enum { BLOCK = 240, RATE = 48000 };

static void render(thud *feedback, double seconds) {
    for (int blocks = (int)(seconds * RATE / BLOCK + 0.5); blocks > 0; blocks--) {
        float left[BLOCK], right[BLOCK], haptic[BLOCK];
        thud_render(feedback, BLOCK, 0, left, right, haptic);
        for (int i = 0; i < BLOCK; i++) fwrite((float[]){left[i], right[i], haptic[i]}, sizeof(float), 3, stdout);
    }
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    thud_options options = {.size = sizeof options, .folder = arguments[1]};
    thud *feedback;
    if (thud_open_pulled(&options, &feedback, NULL, 0) != THUD_OK) return 1;
    int64_t hum = thud_begin(feedback, "hum", 0);
    if (!strcmp(arguments[2], "stopped")) {
        thud_play(feedback, "tone", 0, 0);
        render(feedback, 0.1);
        if (thud_stop(feedback) != THUD_OK) return 1;
    } else {
        render(feedback, 0.1);
        thud_turn(feedback, hum, THUD_INTENSITY, 0.3, 0);
        render(feedback, 0.1);
        thud_turn(feedback, hum, THUD_INTENSITY, 1, 0.5);
        render(feedback, 0.2);
        thud_turn(feedback, hum, THUD_SHARPNESS, 0.5, 0.1);
        render(feedback, 0.5);
        if (thud_end(feedback, hum, 0.1) != THUD_OK) return 1;
    }
    render(feedback, 0.2);
    thud_close(feedback);
    return 0;
}
