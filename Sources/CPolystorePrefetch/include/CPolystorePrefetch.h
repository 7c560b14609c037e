#ifndef CPOLYSTORE_PREFETCH_H
#define CPOLYSTORE_PREFETCH_H
#include <stddef.h>

/// Asks for the lines of memory that some bytes begin in, which will be read soon. They may lie anywhere: what cannot be
/// read is not fetched, and nobody is told.
static inline void polystore_prefetch(const void *address, size_t lines) {
    for (size_t line = 0; line < lines; line++) __builtin_prefetch((const char *)address + line * 64);
}
#endif
