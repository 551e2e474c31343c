#pragma once

/// This module replaces functions in every program that it is linked to or preloaded into. A call that may harm others
/// ends the program:
///
/// - `close` of a descriptor that is not open. A second `close` may hit one that another thread opened in between.
/// - `pthread_detach` by another thread than the detached one. It may read the thread's memory after the thread has
///   ended and given it back (glibc bug 19951).
///
/// Calling this function is what links it.
int call_guard_is_here(void);
