#pragma once

/// This module replaces `close` in every program that it is linked to or preloaded into. Closing a descriptor that is
/// not open ends the program. Code that closes a descriptor twice may close one that another thread opened in between.
///
/// Calling this function is what links it.
int close_guard_is_here(void);
