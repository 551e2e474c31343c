#include "X11.h"
#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/damagewire.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// The functions of libXtst and libXdamage, as their manuals give them. A build then needs only libX11's headers.
Bool XTestQueryExtension(Display *, int *event, int *error, int *major, int *minor);
int XTestFakeKeyEvent(Display *, unsigned key, Bool is_down, unsigned long delay);
int XTestFakeButtonEvent(Display *, unsigned button, Bool is_down, unsigned long delay);
int XTestFakeMotionEvent(Display *, int screen, int x, int y, unsigned long delay);
Bool XDamageQueryExtension(Display *, int *event, int *error);
XID XDamageCreate(Display *, Drawable, int level);
void XDamageSubtract(Display *, XID damage, XID repair, XID parts);

#define OF_X11(USE)                                                                                                    \
    USE(XOpenDisplay) USE(XCloseDisplay) USE(XConnectionNumber) USE(XDefaultRootWindow) USE(XFlush) USE(XFree)         \
    USE(XGetGeometry) USE(XGetImage) USE(XGetInputFocus) USE(XGetWindowAttributes) USE(XGetWindowProperty) USE(XInternAtom)           \
    USE(XKeysymToKeycode) USE(XNextEvent) USE(XPending) USE(XQueryTree) USE(XSetErrorHandler)                          \
    USE(XSetIOErrorExitHandler) USE(XSetInputFocus) USE(XStringToKeysym) USE(XSync) USE(XTranslateCoordinates)         \
    USE(XkbKeycodeToKeysym)
#define OF_TEST(USE)                                                                                                   \
    USE(XTestQueryExtension) USE(XTestFakeKeyEvent) USE(XTestFakeButtonEvent) USE(XTestFakeMotionEvent)
#define OF_DAMAGE(USE) USE(XDamageQueryExtension) USE(XDamageCreate) USE(XDamageSubtract)

struct thud_x11 {
    void *libraries[3];
    Display *display;
    int damage_event;
    XID damage;
    Window watched;
    XImage *picture;
    bool is_gone;
#define MEMBER(name) __typeof__(name) *name;
    OF_X11(MEMBER) OF_TEST(MEMBER) OF_DAMAGE(MEMBER)
};

/// Returns the reason why a library is not to be had; null if it is loaded.
static const char *load(struct thud_x11 *x) {
#define FIND(name) if (!(x->name = dlsym(library, #name))) return "libX11 is older than 1.7";
    void *library = x->libraries[0] = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libX11 is missing (package libx11-6)";
    OF_X11(FIND)
    library = x->libraries[1] = dlopen("libXtst.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libXtst is missing (package libxtst6)";
    OF_TEST(FIND)
    library = x->libraries[2] = dlopen("libXdamage.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libXdamage is missing (package libxdamage1)";
    OF_DAMAGE(FIND)
    return NULL;
}

/// A window may go at any moment, which is no reason to end this program, as libX11 would.
static int ignore(Display *display, XErrorEvent *error) { return (void)display, (void)error, 0; }

static void note_loss(Display *display, void *server) {
    (void)display;
    ((struct thud_x11 *)server)->is_gone = true;
}

static const char *connect_to_server(struct thud_x11 *x) {
    int event, error, major, minor;
    x->display = x->XOpenDisplay(NULL);
    if (!x->display) return "it does not answer";
    x->XSetErrorHandler(ignore);
    x->XSetIOErrorExitHandler(x->display, note_loss, x);
    if (!x->XTestQueryExtension(x->display, &event, &error, &major, &minor)) return "it has no extension XTEST";
    if (!x->XDamageQueryExtension(x->display, &x->damage_event, &error)) return "it has no extension DAMAGE";
    return NULL;
}

struct thud_x11 *thud_x11_open(const char **why) {
    struct thud_x11 *x = calloc(1, sizeof *x);
    if (!x) return *why = "there is no memory", NULL;
    *why = load(x);
    if (!*why) *why = connect_to_server(x);
    if (!*why) return x;
    thud_x11_close(x);
    return NULL;
}

void thud_x11_close(struct thud_x11 *x) {
    thud_x11_forget(x);
    if (x->display && !x->is_gone) x->XCloseDisplay(x->display);
    for (int index = 2; index >= 0; index--)
        if (x->libraries[index]) dlclose(x->libraries[index]);
    free(x);
}

int thud_x11_descriptor(struct thud_x11 *x) { return x->is_gone ? -1 : x->XConnectionNumber(x->display); }

static pid_t process_of(struct thud_x11 *x, Window window) {
    Atom type;
    int format;
    unsigned long count, rest;
    unsigned char *value = NULL;
    pid_t process = 0;
    Atom name = x->XInternAtom(x->display, "_NET_WM_PID", False);
    int code = x->XGetWindowProperty(x->display, window, name, 0, 1, False, XA_CARDINAL, &type, &format, &count, &rest,
                                     &value);
    if (code == Success && value && count == 1 && format == 32) process = (pid_t) * (unsigned long *)value;
    if (value) x->XFree(value);
    return process;
}

static size_t collect(struct thud_x11 *x, Window outer, struct thud_window *windows, size_t most, int depth) {
    Window root, parent, *inner = NULL;
    unsigned count = 0;
    size_t found = 0;
    if (!x->XQueryTree(x->display, outer, &root, &parent, &inner, &count)) return 0;
    for (unsigned index = 0; index < count && found < most; index++) {
        XWindowAttributes state;
        if (!x->XGetWindowAttributes(x->display, inner[index], &state)) continue;
        if (state.map_state != IsViewable || state.class != InputOutput) continue;
        windows[found++] = (struct thud_window){inner[index], process_of(x, inner[index]), state.width, state.height};
        if (depth > 1) found += collect(x, inner[index], windows + found, most - found, depth - 1);
    }
    if (inner) x->XFree(inner);
    return found;
}

size_t thud_x11_windows(struct thud_x11 *x, struct thud_window *windows, size_t most, int depth) {
    return collect(x, x->XDefaultRootWindow(x->display), windows, most, depth);
}

void thud_x11_watch(struct thud_x11 *x, unsigned long window) {
    thud_x11_forget(x);
    x->watched = window;
    // 3 is XDamageReportNonEmpty: an event when the damage begins, and the next one after it was taken.
    x->damage = x->XDamageCreate(x->display, window, 3);
    x->XSync(x->display, False);
}

bool thud_x11_take_damage(struct thud_x11 *x) {
    bool is_drawn = false;
    while (!x->is_gone && x->XPending(x->display) > 0) {
        XEvent event;
        x->XNextEvent(x->display, &event);
        is_drawn = is_drawn || event.type == x->damage_event + XDamageNotify;
    }
    if (is_drawn) x->XDamageSubtract(x->display, x->damage, None, None);
    if (is_drawn) x->XFlush(x->display);
    return is_drawn;
}

void thud_x11_forget(struct thud_x11 *x) {
    if (x->picture) XDestroyImage(x->picture);
    x->picture = NULL;
}

/// Returns what the window shows as far as it is on the screen; null if nothing is.
static XImage *look(struct thud_x11 *x) {
    XWindowAttributes state;
    Window inner;
    int left, top;
    if (x->is_gone || !x->XGetWindowAttributes(x->display, x->watched, &state)) return NULL;
    x->XTranslateCoordinates(x->display, x->watched, state.root, 0, 0, &left, &top, &inner);
    // The part on the screen, in the window's own pixels.
    int x0 = left < 0 ? -left : 0, x1 = WidthOfScreen(state.screen) - left;
    int y0 = top < 0 ? -top : 0, y1 = HeightOfScreen(state.screen) - top;
    if (x1 > state.width) x1 = state.width;
    if (y1 > state.height) y1 = state.height;
    if (x1 <= x0 || y1 <= y0) return NULL;
    return x->XGetImage(x->display, x->watched, x0, y0, x1 - x0, y1 - y0, AllPlanes, ZPixmap);
}

static bool are_same(const XImage *one, const XImage *other) {
    if (one->height != other->height || one->bytes_per_line != other->bytes_per_line) return false;
    return memcmp(one->data, other->data, (size_t)one->height * (size_t)one->bytes_per_line) == 0;
}

void thud_x11_remember(struct thud_x11 *x) {
    if (!x->picture) x->picture = look(x);
}

bool thud_x11_compare(struct thud_x11 *x, bool keeps) {
    XImage *now = look(x);
    bool has_changed = now && x->picture && !are_same(x->picture, now);
    if (now && (keeps || !x->picture)) {
        thud_x11_forget(x);
        x->picture = now;
    } else if (now) {
        XDestroyImage(now);
    }
    return has_changed;
}

void thud_x11_focus(struct thud_x11 *x, unsigned long window) {
    x->XSetInputFocus(x->display, window, RevertToParent, CurrentTime);
    x->XSync(x->display, False);
}

bool thud_x11_has_focus(struct thud_x11 *x, unsigned long window) {
    Window focus, root, parent, *inner;
    int revert;
    unsigned count;
    x->XGetInputFocus(x->display, &focus, &revert);
    for (int level = 0; level < 16 && focus > PointerRoot && !x->is_gone; level++, focus = parent) {
        if (focus == window) return true;
        inner = NULL;
        if (!x->XQueryTree(x->display, focus, &root, &parent, &inner, &count)) return false;
        if (inner) x->XFree(inner);
    }
    return false;
}

unsigned thud_x11_key(struct thud_x11 *x, const char *name) {
    KeySym symbol = strlen(name) == 1 ? (unsigned char)*name : x->XStringToKeysym(name);
    KeyCode code = symbol == NoSymbol ? 0 : x->XKeysymToKeycode(x->display, symbol);
    return code && x->XkbKeycodeToKeysym(x->display, code, 0, 0) == symbol ? code : 0;
}

void thud_x11_move_key(struct thud_x11 *x, unsigned key, bool is_down) {
    x->XTestFakeKeyEvent(x->display, key, is_down, CurrentTime);
}

void thud_x11_move_button(struct thud_x11 *x, bool is_down) {
    x->XTestFakeButtonEvent(x->display, 1, is_down, CurrentTime);
}

void thud_x11_point(struct thud_x11 *x, unsigned long window, int left, int top) {
    Window root, inner;
    int x0, y0;
    unsigned width, height, border, depth;
    if (!x->XGetGeometry(x->display, window, &root, &x0, &y0, &width, &height, &border, &depth)) return;
    if (left < 0) left = (int)width / 2, top = (int)height / 2;
    x->XTranslateCoordinates(x->display, window, root, left, top, &x0, &y0, &inner);
    x->XTestFakeMotionEvent(x->display, -1, x0, y0, CurrentTime);
}

bool thud_x11_contains(struct thud_x11 *x, unsigned long window, int left, int top) {
    Window root;
    int x0, y0;
    unsigned width, height, border, depth;
    if (!x->XGetGeometry(x->display, window, &root, &x0, &y0, &width, &height, &border, &depth)) return false;
    return left < (int)width && top < (int)height;
}

bool thud_x11_send(struct thud_x11 *x) {
    x->XFlush(x->display);
    return !x->is_gone;
}
