#include "Arguments.h"
#include <stddef.h>

static int count;
static char **arguments;

// The C library passes constructors the arguments of `main`. Swift's own `main` does not pass them on.
__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    arguments = argv;
}

const char *thud_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }

// Stands for ArgumentParser's examination of the options in debug builds; see Package.swift. No code calls it by name.
void thud_nothing(void);
void thud_nothing(void) {}
