#include "Arguments.h"
#include <stddef.h>

static int count;
static char **arguments;

// The C library calls constructors with the arguments that it then calls `main` with. The `main` of the program is Swift's
// own, which hands them to nobody.
__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    arguments = argv;
}

const char *thud_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }
