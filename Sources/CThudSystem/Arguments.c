#include "Arguments.h"
#include <stddef.h>

static int count;
static char **arguments;

// The C library passes constructors the same arguments as `main`. The program's `main` is Swift's own, which does not
// pass them on.
__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    arguments = argv;
}

const char *thud_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }
