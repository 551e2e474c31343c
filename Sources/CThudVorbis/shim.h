#pragma once
#include <vorbis/vorbisenc.h>
