#ifndef CPOLYSTORE_HEAP_H
#define CPOLYSTORE_HEAP_H
#include <stddef.h>

// What the allocator of the C library tells and does, which no module of Swift has.

/// The bytes that are allocated and not freed, over all arenas; 0 where the library does not tell.
size_t polystore_heap_bytes_in_use(void);

/// Gives what is free back to the system, where the library can.
void polystore_trim_heap(void);
#endif
