#define _GNU_SOURCE
#include "record.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_watching;
static char watched[PATH_MAX];
static polystore_call *calls;
static int64_t count;
static int64_t capacity;
static int32_t kinds;
static int64_t countdown;
static int32_t armed_error;
static int32_t mode;
static int64_t failures;
static int64_t passed;

int polystore_record_is_on(void) { return atomic_load(&is_watching); }
void polystore_record_lock(void) { pthread_mutex_lock(&lock); }
void polystore_record_unlock(void) { pthread_mutex_unlock(&lock); }

void polystore_calls_watch(const char *path) {
    pthread_mutex_lock(&lock);
    for (int64_t index = 0; index < count; index++) {
        free((void *)calls[index].bytes);
        free((void *)calls[index].name);
        free((void *)calls[index].other_name);
    }
    count = failures = passed = 0;
    kinds = 0;
    watched[0] = 0;
    // The system tells paths without links.
    if (path && !realpath(path, watched)) watched[0] = 0;
    atomic_store(&is_watching, watched[0] != 0);
    pthread_mutex_unlock(&lock);
}

void polystore_calls_mark(int64_t number) {
    pthread_mutex_lock(&lock);
    polystore_call call = {.kind = POLYSTORE_CALL_MARK, .offset = number};
    polystore_record_append(call, NULL, 0, "", NULL);
    pthread_mutex_unlock(&lock);
}

void polystore_calls_fail(int32_t which, int64_t after, int32_t error, int32_t how) {
    pthread_mutex_lock(&lock);
    kinds = which;
    countdown = after;
    armed_error = error;
    mode = how;
    passed = 0;
    pthread_mutex_unlock(&lock);
}

int64_t polystore_calls_failures(void) {
    pthread_mutex_lock(&lock);
    int64_t result = failures;
    pthread_mutex_unlock(&lock);
    return result;
}

int64_t polystore_calls_passed(void) {
    pthread_mutex_lock(&lock);
    int64_t result = passed;
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

// Whether a path without links is the folder or lies in it; the end of it, if so.
static int is_inside(const char *path, char *name) {
    size_t prefix = strlen(watched);
    if (strncmp(path, watched, prefix) != 0) return 0;
    if (path[prefix] == 0) {
        name[0] = 0;
        return 1;
    }
    if (path[prefix] != '/') return 0;
    strcpy(name, path + prefix + 1);
    return 1;
}

int polystore_record_watches(int descriptor, char *name) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_inside(path, name);
}

int polystore_record_finds(int at, const char *path, char *name, uint64_t *folder) {
    char parent[PATH_MAX], base[PATH_MAX], real[PATH_MAX], ignored[PATH_MAX];
    if (strlen(path) >= sizeof parent) return 0;
    if (path[0] == '/' || at == AT_FDCWD) {
        strcpy(parent, path);
    } else {
        int length = snprintf(parent, sizeof parent, "/proc/self/fd/%d/%s", at, path);
        if (length < 0 || (size_t)length >= sizeof parent) return 0;
    }
    size_t end = strlen(parent);
    while (end > 1 && parent[end - 1] == '/') parent[--end] = 0;
    char *slash = strrchr(parent, '/');
    strcpy(base, slash ? slash + 1 : parent);
    if (slash == parent) {
        strcpy(parent, "/");
    } else if (slash) {
        *slash = 0;
    } else {
        strcpy(parent, ".");
    }
    if (!realpath(parent, real) || !is_inside(real, ignored)) return 0;
    struct stat status;
    if (stat(real, &status) != 0) return 0;
    *folder = status.st_ino;
    strcpy(name, base);
    return 1;
}

int polystore_record_outcome(int32_t kind, int needs_room, int *error) {
    if (!(kinds & kind)) return POLYSTORE_OUTCOME_PASS;
    passed++;
    if (countdown > 0) {
        countdown--;
        return POLYSTORE_OUTCOME_PASS;
    }
    if (mode == POLYSTORE_FAIL_FULL && !needs_room) return POLYSTORE_OUTCOME_PASS;
    if (mode != POLYSTORE_FAIL_LASTING && mode != POLYSTORE_FAIL_FULL) kinds = 0;
    failures++;
    *error = armed_error;
    if (mode == POLYSTORE_FAIL_KILLED) return POLYSTORE_OUTCOME_KILLED;
    return mode == POLYSTORE_FAIL_SHORT ? POLYSTORE_OUTCOME_SHORT : POLYSTORE_OUTCOME_FAIL;
}

void polystore_record_append(
    polystore_call call, const struct iovec *parts, int part_count, const char *name, const char *other_name) {
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 256;
        calls = realloc(calls, (size_t)capacity * sizeof *calls);
        if (!calls) abort();
    }
    if (part_count > 0) {
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
    }
    call.name = strdup(name);
    if (!call.name) abort();
    if (other_name) {
        call.other_name = strdup(other_name);
        if (!call.other_name) abort();
    }
    calls[count++] = call;
}
