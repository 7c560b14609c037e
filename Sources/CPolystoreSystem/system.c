// What the system's library declares for this only, and Swift does not see.
#define _GNU_SOURCE
#include "CPolystoreSystem.h"

#include <errno.h>
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

static int set_lock(int descriptor, short type, int64_t offset) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
    int result;
    do result = fcntl(descriptor, F_OFD_SETLK, &lock);
    while (result != 0 && errno == EINTR);
    if (result == 0) return 0;
    return errno == EACCES ? EAGAIN : errno;
}

int polystore_lock_byte(int descriptor, int64_t offset, bool exclusive) {
    return set_lock(descriptor, exclusive ? F_WRLCK : F_RDLCK, offset);
}

int polystore_unlock_byte(int descriptor, int64_t offset) { return set_lock(descriptor, F_UNLCK, offset); }

int polystore_bytes_are_locked(int descriptor, int64_t offset, int64_t count) {
    if (count == 0) return 0;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = count};
    if (fcntl(descriptor, F_OFD_GETLK, &lock) != 0) return errno;
    return lock.l_type == F_UNLCK ? 0 : EAGAIN;
}
