#include "ColumnWidth.h"
#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_locale(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int thud_column_width(uint32_t scalar) {
    pthread_once(&once, make_locale);
    if (utf8 == (locale_t)0) return scalar < 0x20 || scalar == 0x7F ? -1 : 1;
    locale_t before = uselocale(utf8);
    int width = wcwidth((wchar_t)scalar);
    uselocale(before);
    return width;
}
