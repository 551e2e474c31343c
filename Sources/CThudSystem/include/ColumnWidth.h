#pragma once
#include <stdint.h>

/// How many columns a terminal gives the Unicode scalar, as the C library's tables have it in UTF-8: 0, 1 or 2, and -1
/// for control characters. Changes no locale of the process.
int thud_column_width(uint32_t scalar);
