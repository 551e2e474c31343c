#pragma once
#include "ColumnWidth.h"
