#pragma once
#include <stdint.h>

/// Returns how many columns a Unicode scalar takes in a terminal, from the C library's tables for UTF-8: 0, 1 or 2, or
/// -1 for control characters. It does not change the process's locale.
int thud_column_width(uint32_t scalar);
