#pragma once

/// This module replaces `close` in every program that it is linked to or preloaded into: to close a descriptor that is not
/// open ends the program. Whoever closes one twice closes, now and then, what another thread has opened in between.
///
/// To call this function is what links it.
int close_guard_is_here(void);
