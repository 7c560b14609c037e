#include "CPolystoreHeap.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

size_t polystore_heap_bytes_in_use(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

void polystore_trim_heap(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
