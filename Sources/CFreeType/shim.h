#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H

/// Macros that Swift does not see: outlines fitted to the rows of pixels but not to the columns, and no bitmaps that a font
/// may carry.
static const FT_Int32 thud_ft_load_flags = FT_LOAD_TARGET_LIGHT | FT_LOAD_FORCE_AUTOHINT | FT_LOAD_NO_BITMAP;
