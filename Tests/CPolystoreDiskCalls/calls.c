#define _GNU_SOURCE
#include "CPolystoreDiskCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_watching;
static char folder[PATH_MAX];
static polystore_call *calls;
static int64_t count;
static int64_t capacity;
static int32_t kinds;
static int64_t countdown;
static int32_t armed_error;
static int32_t is_lasting;
static int64_t failures;

void polystore_calls_watch(const char *path) {
    pthread_mutex_lock(&lock);
    for (int64_t index = 0; index < count; index++) {
        free((void *)calls[index].bytes);
        free((void *)calls[index].name);
    }
    count = failures = 0;
    kinds = 0;
    folder[0] = 0;
    // The system tells paths without links.
    if (path && !realpath(path, folder)) folder[0] = 0;
    atomic_store(&is_watching, folder[0] != 0);
    pthread_mutex_unlock(&lock);
}

void polystore_calls_fail(int32_t which, int64_t after, int32_t error, int32_t lasting) {
    pthread_mutex_lock(&lock);
    kinds = which;
    countdown = after;
    armed_error = error;
    is_lasting = lasting;
    pthread_mutex_unlock(&lock);
}

int64_t polystore_calls_failures(void) {
    pthread_mutex_lock(&lock);
    int64_t result = failures;
    pthread_mutex_unlock(&lock);
    return result;
}

int64_t polystore_calls_count(void) {
    pthread_mutex_lock(&lock);
    int64_t result = count;
    pthread_mutex_unlock(&lock);
    return result;
}

polystore_call polystore_calls_at(int64_t index) {
    pthread_mutex_lock(&lock);
    polystore_call result = calls[index];
    pthread_mutex_unlock(&lock);
    return result;
}

// Whether a descriptor's file lies in the folder; its name in there, if so. The lock is held.
static int is_watched(int descriptor, char *name) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    size_t prefix = strlen(folder);
    if (length <= (ssize_t)prefix) return 0;
    path[length] = 0;
    if (strncmp(path, folder, prefix) != 0 || path[prefix] != '/') return 0;
    strcpy(name, path + prefix + 1);
    return 1;
}

static int is_due(int32_t kind) {
    if (!(kinds & kind)) return 0;
    if (countdown > 0) {
        countdown--;
        return 0;
    }
    if (!is_lasting) kinds = 0;
    failures++;
    return 1;
}

static void record(polystore_call call, const struct iovec *parts, int part_count, const char *name) {
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 256;
        calls = realloc(calls, (size_t)capacity * sizeof *calls);
        if (!calls) abort();
    }
    uint8_t *bytes = malloc((size_t)call.length + 1);
    if (!bytes) abort();
    int64_t copied = 0;
    for (int part = 0; part < part_count && copied < call.length; part++) {
        int64_t length = (int64_t)parts[part].iov_len;
        if (length > call.length - copied) length = call.length - copied;
        memcpy(bytes + copied, parts[part].iov_base, (size_t)length);
        copied += length;
    }
    call.bytes = bytes;
    call.name = strdup(name);
    if (!call.name) abort();
    calls[count++] = call;
}

// A write of parts at a place, or where the descriptor stands if the place is negative.
static ssize_t write_parts(int descriptor, const struct iovec *parts, int part_count, off_t offset) {
    char name[PATH_MAX];
    int is_positioned = offset >= 0;
    if (!atomic_load(&is_watching)) goto unwatched;
    pthread_mutex_lock(&lock);
    if (!is_watched(descriptor, name)) {
        pthread_mutex_unlock(&lock);
        goto unwatched;
    }
    off_t place = is_positioned ? offset : lseek(descriptor, 0, SEEK_CUR);
    if (is_due(POLYSTORE_CALL_WRITE)) {
        // The first half arrives, as on a disk that has no more room.
        size_t half = parts[0].iov_len / 2;
        if (half) syscall(SYS_pwrite64, descriptor, parts[0].iov_base, half, place);
        int error = armed_error;
        pthread_mutex_unlock(&lock);
        errno = error;
        return -1;
    }
    ssize_t written = 0;
    if (is_positioned) {
        written = syscall(SYS_pwrite64, descriptor, parts[0].iov_base, parts[0].iov_len, offset);
    } else {
        written = syscall(SYS_writev, descriptor, parts, part_count);
    }
    int error = errno;
    if (written > 0) {
        int flags = fcntl(descriptor, F_GETFL);
        polystore_call call = {
            .kind = POLYSTORE_CALL_WRITE, .is_synchronous = flags >= 0 && (flags & O_DSYNC) != 0, .offset = place,
            .length = written};
        record(call, parts, part_count, name);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return written;

unwatched:
    if (is_positioned) return syscall(SYS_pwrite64, descriptor, parts[0].iov_base, parts[0].iov_len, offset);
    return syscall(SYS_writev, descriptor, parts, part_count);
}

// Any other call: one system call with a descriptor and a number.
static int plain(int32_t kind, long number, int descriptor, off_t argument) {
    char name[PATH_MAX];
    if (!atomic_load(&is_watching)) return (int)syscall(number, descriptor, argument);
    pthread_mutex_lock(&lock);
    if (!is_watched(descriptor, name)) {
        pthread_mutex_unlock(&lock);
        return (int)syscall(number, descriptor, argument);
    }
    int result = -1;
    int error = armed_error;
    if (!is_due(kind)) {
        result = (int)syscall(number, descriptor, argument);
        error = errno;
        polystore_call call = {.kind = kind, .offset = argument};
        if (result == 0) record(call, NULL, 0, name);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    if (offset < 0) {
        errno = EINVAL;
        return -1;
    }
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    return write_parts(descriptor, &part, 1, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    return write_parts(descriptor, &part, 1, -1);
}

ssize_t writev(int descriptor, const struct iovec *parts, int part_count) {
    if (part_count < 1) return syscall(SYS_writev, descriptor, parts, part_count);
    return write_parts(descriptor, parts, part_count, -1);
}

int fsync(int descriptor) { return plain(POLYSTORE_CALL_SYNC, SYS_fsync, descriptor, 0); }

int fdatasync(int descriptor) { return plain(POLYSTORE_CALL_SYNC, SYS_fdatasync, descriptor, 0); }

int ftruncate(int descriptor, off_t length) {
    return plain(POLYSTORE_CALL_TRUNCATE, SYS_ftruncate, descriptor, length);
}
