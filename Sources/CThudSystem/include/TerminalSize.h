#pragma once
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
