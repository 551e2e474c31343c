#include "Cairo.h"
#include <dlfcn.h>

bool thud_cairo_load(struct thud_cairo *functions) {
    void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define FIND(name) if (!(functions->name = dlsym(library, "cairo_" #name))) return false;
    THUD_CAIRO_FUNCTIONS(FIND)
    return true;
}
