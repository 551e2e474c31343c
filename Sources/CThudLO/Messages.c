#include "Messages.h"
#include <dlfcn.h>

bool thud_lo_load(struct thud_lo *functions) {
    void *library = dlopen("liblo.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define FIND(name) if (!(functions->name = dlsym(library, "lo_" #name))) return false;
    THUD_LO_FUNCTIONS(FIND)
    return true;
}
