#ifndef CPOLYSTORE_PREFETCH_H
#define CPOLYSTORE_PREFETCH_H
#include <stddef.h>

/// Prefetches the cache lines that begin at some addresses, which will be read soon. They may lie anywhere: an address
/// that cannot be read is skipped without an error.
static inline void polystore_prefetch(const void *address, size_t lines) {
    for (size_t line = 0; line < lines; line++) __builtin_prefetch((const char *)address + line * 64);
}
#endif
