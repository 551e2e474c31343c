// A program with a window of 320 x 200 that writes a byte for each key or click in it, and changes its colour. With
// `answer` behind it in a pipe, each byte is a sound.
//
//     window [splash MS] [lazy MS] [restless | still MS] [inner]
//
// splash: it shows a smaller window first, which takes no keys and is gone after that time
// lazy: it opens the window after that time
// restless: it changes its colour all the time
// still: it clears the window and draws the same all the time, and changes its colour that long after each press; each
//     fifth time it draws the window 2 ms after it has cleared it
// inner: it takes keys in a tiny window inside it alone, to which it gives the keyboard once

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static Window opened(Display *display, unsigned width, unsigned height) {
    Window window = XCreateSimpleWindow(display, DefaultRootWindow(display), 40, 30, width, height, 0, 0, 0);
    unsigned long process = getpid();
    XChangeProperty(display, window, XInternAtom(display, "_NET_WM_PID", False), XA_CARDINAL, 32, PropModeReplace,
                    (unsigned char *)&process, 1);
    XSelectInput(display, window, KeyPressMask | ButtonPressMask | StructureNotifyMask);
    XMapWindow(display, window);
    return window;
}

int main(int argc, char **argv) {
    int restless = 0, drawn = 0, splash = 0, has_inner = 0;
    long late = -1, due = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "splash") && i + 1 < argc) splash = atoi(argv[++i]);
        else if (!strcmp(argv[i], "lazy") && i + 1 < argc) usleep(1000 * atoi(argv[++i]));
        else if (!strcmp(argv[i], "restless")) restless = 1;
        else if (!strcmp(argv[i], "inner")) has_inner = 1;
        else if (!strcmp(argv[i], "still") && i + 1 < argc) late = atoi(argv[++i]);
        else return 2;
    }
    Display *display = XOpenDisplay(NULL);
    if (!display) return 3;
    if (splash) {
        Window first = opened(display, 200, 100);
        XFlush(display);
        usleep(1000 * splash);
        XDestroyWindow(display, first);
    }
    Window window = opened(display, 320, 200);
    Window keys = window;
    if (has_inner) {
        keys = XCreateSimpleWindow(display, window, -1, -1, 1, 1, 0, 0, 0);
        XSelectInput(display, keys, KeyPressMask);
        XMapWindow(display, keys);
        XSetInputFocus(display, keys, RevertToParent, CurrentTime);
    }
    GC gc = XCreateGC(display, window, 0, NULL);
    for (unsigned long colour = 0;;) {
        struct pollfd events = {ConnectionNumber(display), POLLIN, 0};
        if (!XPending(display)) poll(&events, 1, restless || late >= 0 ? 16 : -1);
        int changes = restless;
        while (XPending(display)) {
            XEvent event;
            XNextEvent(display, &event);
            int in_middle = event.type != ButtonPress || (event.xbutton.x == 160 && event.xbutton.y == 100);
            if (event.type != KeyPress && event.type != ButtonPress) continue;
            if (event.type == KeyPress && event.xkey.window != keys) continue;
            if (write(1, in_middle ? "x" : "\n", 1) < 0) return 0;
            changes = late < 0;
            due = now() + late;
        }
        if (late >= 0 && due && now() >= due) changes = 1, due = 0;
        if (!changes && late < 0) continue;
        if (changes) XSetForeground(display, gc, colour = colour * 5 + 12345);
        XClearWindow(display, window);
        if (late >= 0 && ++drawn % 5 == 0) XFlush(display), usleep(2000);
        XFillRectangle(display, window, gc, 0, 0, 320, 200);
        XFlush(display);
    }
}
