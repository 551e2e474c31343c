#include "CRealtime.h"

// Functions rather than inline ones: THUD_RTSAN is defined for this target alone, and importers see only the prototypes.

#ifdef THUD_RTSAN
void __rtsan_realtime_enter(void);
void __rtsan_realtime_exit(void);

void thud_realtime_enter(void) { __rtsan_realtime_enter(); }
void thud_realtime_exit(void) { __rtsan_realtime_exit(); }
#else
void thud_realtime_enter(void) {}
void thud_realtime_exit(void) {}
#endif
