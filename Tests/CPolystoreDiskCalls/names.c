// The calls with a path: which files there are.
#define _GNU_SOURCE
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Takes the lock if a path's entry is in the watched folder; else there is nothing to give back.
static int takes(int at, const char *path, char *name, uint64_t *folder) {
    if (!polystore_record_is_on() || !path) return 0;
    polystore_record_lock();
    if (polystore_record_finds(at, path, name, folder)) return 1;
    polystore_record_unlock();
    return 0;
}

static uint64_t number(int at, const char *path) {
    struct stat status;
    return fstatat(at, path, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_ino : 0;
}

static int open_at(int at, const char *path, int flags, mode_t mode) {
    char name[PATH_MAX];
    uint64_t folder = 0;
    if (!takes(at, path, name, &folder)) return (int)syscall(SYS_openat, at, path, flags, mode);
    uint64_t before = number(at, path);
    int result = -1;
    int error = 0;
    int outcome = polystore_record_outcome(POLYSTORE_CALL_OPEN, 1, &error);
    if (outcome != POLYSTORE_OUTCOME_FAIL) {
        result = (int)syscall(SYS_openat, at, path, flags, mode);
        error = errno;
        polystore_call call = {.folder = folder, .file = number(at, path)};
        if (result >= 0 && flags & O_CREAT && !before) {
            call.kind = POLYSTORE_CALL_CREATE;
            polystore_record_append(call, NULL, 0, name, NULL);
        } else if (result >= 0 && flags & O_TRUNC) {
            call.kind = POLYSTORE_CALL_TRUNCATE;
            polystore_record_append(call, NULL, 0, name, NULL);
        }
    }
    polystore_record_unlock();
    errno = error;
    return result;
}

static mode_t given_mode(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

#define WITH_MODE(call)                         \
    va_list arguments;                          \
    va_start(arguments, flags);                 \
    mode_t mode = given_mode(flags, arguments); \
    va_end(arguments);                          \
    return call

int open(const char *path, int flags, ...) { WITH_MODE(open_at(AT_FDCWD, path, flags, mode)); }
int open64(const char *path, int flags, ...) { WITH_MODE(open_at(AT_FDCWD, path, flags, mode)); }
int openat(int at, const char *path, int flags, ...) { WITH_MODE(open_at(at, path, flags, mode)); }
int openat64(int at, const char *path, int flags, ...) { WITH_MODE(open_at(at, path, flags, mode)); }

int renameat(int from_at, const char *from, int to_at, const char *to) {
    char name[PATH_MAX], other_name[PATH_MAX];
    uint64_t folder = 0, other_folder = 0;
    if (!takes(from_at, from, name, &folder)) return (int)syscall(SYS_renameat, from_at, from, to_at, to);
    int result = -1;
    int error = 0;
    if (polystore_record_outcome(POLYSTORE_CALL_RENAME, 1, &error) != POLYSTORE_OUTCOME_FAIL) {
        polystore_call call = {.kind = POLYSTORE_CALL_RENAME, .folder = folder, .file = number(from_at, from)};
        int is_inside = polystore_record_finds(to_at, to, other_name, &other_folder);
        result = (int)syscall(SYS_renameat, from_at, from, to_at, to);
        error = errno;
        // What leaves the folder is gone from it.
        if (!is_inside) call.kind = POLYSTORE_CALL_UNLINK;
        call.other_folder = other_folder;
        if (result == 0) polystore_record_append(call, NULL, 0, name, is_inside ? other_name : NULL);
    }
    polystore_record_unlock();
    errno = error;
    return result;
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
    char name[PATH_MAX];
    uint64_t folder = 0;
    if (!takes(to_at, to, name, &folder)) return (int)syscall(SYS_linkat, from_at, from, to_at, to, flags);
    int result = -1;
    int error = 0;
    if (polystore_record_outcome(POLYSTORE_CALL_LINK, 1, &error) != POLYSTORE_OUTCOME_FAIL) {
        result = (int)syscall(SYS_linkat, from_at, from, to_at, to, flags);
        error = errno;
        polystore_call call = {
            .kind = POLYSTORE_CALL_LINK, .file = number(to_at, to), .folder = folder, .other_folder = folder};
        if (result == 0) polystore_record_append(call, NULL, 0, name, name);
    }
    polystore_record_unlock();
    errno = error;
    return result;
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

// A call with one path and a number that makes or removes an entry.
static int entry_call(int32_t kind, long call_number, int at, const char *path, int argument) {
    char name[PATH_MAX];
    uint64_t folder = 0;
    if (!takes(at, path, name, &folder)) return (int)syscall(call_number, at, path, argument);
    int result = -1;
    int error = 0;
    if (polystore_record_outcome(kind, 1, &error) != POLYSTORE_OUTCOME_FAIL) {
        polystore_call call = {.kind = kind, .folder = folder, .file = number(at, path)};
        result = (int)syscall(call_number, at, path, argument);
        error = errno;
        if (kind == POLYSTORE_CALL_MAKE_FOLDER) call.file = number(at, path);
        if (result == 0) polystore_record_append(call, NULL, 0, name, NULL);
    }
    polystore_record_unlock();
    errno = error;
    return result;
}

int unlinkat(int at, const char *path, int flags) {
    return entry_call(POLYSTORE_CALL_UNLINK, SYS_unlinkat, at, path, flags);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
    int result = unlinkat(AT_FDCWD, path, 0);
    return result != 0 && errno == EISDIR ? unlinkat(AT_FDCWD, path, AT_REMOVEDIR) : result;
}
int mkdirat(int at, const char *path, mode_t mode) {
    return entry_call(POLYSTORE_CALL_MAKE_FOLDER, SYS_mkdirat, at, path, (int)mode);
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
