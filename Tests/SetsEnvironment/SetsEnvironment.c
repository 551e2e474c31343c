#include "SetsEnvironment.h"
#include <stdlib.h>

__attribute__((constructor)) static void set(void) { setenv("SET_BEFORE_MAIN", "yes", 1); }
