// Counts fsync, fdatasync and synchronous msync calls, and writes to files that were opened with O_DSYNC or O_SYNC, which
// wait like a write and an fdatasync. Prints `Y <count>` when the program ends.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long syncs;

static void count_if_synchronous(int file) {
    int flags = fcntl(file, F_GETFL);
    if (flags >= 0 && (flags & (O_DSYNC | O_SYNC))) atomic_fetch_add(&syncs, 1);
}

// The function that would have been called without this library.
#define NEXT(name)                                                                                                    \
    static __typeof__(&name) next;                                                                                    \
    if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int fsync(int file) {
    NEXT(fsync);
    atomic_fetch_add(&syncs, 1);
    return next(file);
}

int fdatasync(int file) {
    NEXT(fdatasync);
    atomic_fetch_add(&syncs, 1);
    return next(file);
}

int msync(void *address, size_t length, int flags) {
    NEXT(msync);
    if (flags & MS_SYNC) atomic_fetch_add(&syncs, 1);
    return next(address, length, flags);
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write);
    count_if_synchronous(file);
    return next(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite);
    count_if_synchronous(file);
    return next(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    NEXT(pwrite64);
    count_if_synchronous(file);
    return next(file, bytes, count, offset);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    NEXT(pwritev);
    count_if_synchronous(file);
    return next(file, parts, count, offset);
}

__attribute__((destructor)) static void report(void) {
    printf("Y %ld\n", atomic_load(&syncs));
    fflush(stdout);
}
