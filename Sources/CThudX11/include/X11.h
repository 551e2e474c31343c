#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// X11 with libX11, libXtst and libXdamage, which are loaded for a connection and not linked, because only a measurement
// of a program with a window needs them. A connection belongs to one thread.

struct thud_x11;

/// A visible window.
struct thud_window {
    unsigned long id;
    /// The process that the window names (_NET_WM_PID); 0 if it names none.
    pid_t process;
    int width, height;
};

/// Connects to the X server at $DISPLAY. Returns null, and in `why` the reason as a clause, if it cannot be used.
struct thud_x11 *thud_x11_open(const char **why);
void thud_x11_close(struct thud_x11 *server);

/// A descriptor that is readable when there are events; -1 once the server has gone.
int thud_x11_descriptor(struct thud_x11 *server);

/// Finds at most `most` visible windows, each before those inside it, down to `depth` levels. Returns their number.
size_t thud_x11_windows(struct thud_x11 *server, struct thud_window *windows, size_t most, int depth);

/// Begins to watch what a window shows.
void thud_x11_watch(struct thud_x11 *server, unsigned long window);
/// Takes the events that have come. Returns whether the watched window was drawn to.
bool thud_x11_take_damage(struct thud_x11 *server);
/// Reads what the watched window shows on the screen. Returns whether that differs from the remembered picture, which
/// it replaces if `keeps` or if there was none.
bool thud_x11_compare(struct thud_x11 *server, bool keeps);
/// Remembers what the watched window shows now, unless a picture is remembered.
void thud_x11_remember(struct thud_x11 *server);
void thud_x11_forget(struct thud_x11 *server);

/// Gives a window the keyboard.
void thud_x11_focus(struct thud_x11 *server, unsigned long window);
/// Returns whether a window, or one inside it, has the keyboard.
bool thud_x11_has_focus(struct thud_x11 *server, unsigned long window);
/// Returns whether a place, in pixels from the upper left corner, lies in a window.
bool thud_x11_contains(struct thud_x11 *server, unsigned long window, int x, int y);

/// Returns the code of a key that is pressed alone: a character of Latin-1, or a name such as `Return`. 0 for no key.
unsigned thud_x11_key(struct thud_x11 *server, const char *name);

// These only prepare what `thud_x11_send` sends.
void thud_x11_move_key(struct thud_x11 *server, unsigned key, bool is_down);
void thud_x11_move_button(struct thud_x11 *server, bool is_down);
/// Moves the pointer to a place in a window, or to its middle if `x` is below 0.
void thud_x11_point(struct thud_x11 *server, unsigned long window, int x, int y);
/// Returns false if the server has gone.
bool thud_x11_send(struct thud_x11 *server);
