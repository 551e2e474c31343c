#pragma once
#include <sys/ioctl.h>

/// The size of a terminal in cells; 0 where it does not tell.
static inline int thud_terminal_size(int terminal, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

/// The size of a terminal in pixels; 0 where it does not tell.
static inline int thud_terminal_pixels(int terminal, int *width, int *height) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return -1;
    *width = size.ws_xpixel;
    *height = size.ws_ypixel;
    return 0;
}
