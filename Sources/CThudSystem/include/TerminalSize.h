#pragma once
#include <linux/kd.h>
#include <stdint.h>
#include <sys/ioctl.h>

/// Stores the size of a terminal in cells, or 0 if it is not known. Returns 0, or -1 if `terminal` is not a terminal.
static inline int thud_terminal_size(int terminal, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

/// Stores the size of a terminal in pixels, or 0 if it is not known. Returns 0, or -1 if `terminal` is not a terminal.
static inline int thud_terminal_pixels(int terminal, int *width, int *height) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return -1;
    *width = size.ws_xpixel;
    *height = size.ws_ypixel;
    return 0;
}

/// The most characters of a font that are asked for. Fonts have about 500.
enum { thud_most_console_characters = 4096 };

/// Stores the characters that the font of a Linux console has. Returns how many; 0 if `terminal` is something else.
static inline int thud_console_characters(int terminal, uint16_t *characters) {
    struct unipair pairs[thud_most_console_characters];
    struct unimapdesc font = {.entry_ct = thud_most_console_characters, .entries = pairs};
    if (ioctl(terminal, GIO_UNIMAP, &font) != 0) return 0;
    for (int index = 0; index < font.entry_ct; index++) characters[index] = pairs[index].unicode;
    return font.entry_ct;
}
