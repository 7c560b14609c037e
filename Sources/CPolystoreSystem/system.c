// What the system's library declares for this only, and Swift does not see.
#define _GNU_SOURCE
#include "CPolystoreSystem.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

_Thread_local size_t polystore_thread_word;

static bool processors(cpu_set_t *set) { return sched_getaffinity(getpid(), sizeof *set, set) == 0; }

int polystore_processor_count(void) {
    cpu_set_t set;
    return processors(&set) ? CPU_COUNT(&set) : 0;
}

bool polystore_send_elsewhere(unsigned long thread) {
    cpu_set_t set;
    int current = sched_getcpu();
    if (current < 0 || !processors(&set)) return false;
    CPU_CLR(current, &set);
    if (CPU_COUNT(&set) == 0) return false;
    return pthread_setaffinity_np((pthread_t)thread, sizeof set, &set) == 0;
}

unsigned long polystore_running_thread(void) { return (unsigned long)pthread_self(); }

void polystore_populate(void *memory, size_t size) {
#ifdef MADV_POPULATE_WRITE
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)memory & ~(page - 1);
    uintptr_t end = ((uintptr_t)memory + size + page - 1) & ~(page - 1);
    (void)madvise((void *)start, end - start, MADV_POPULATE_WRITE);
#else
    (void)memory, (void)size;
#endif
}

void polystore_begin_writing(int descriptor) {
    (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
}
