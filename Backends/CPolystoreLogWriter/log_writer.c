#include "CPolystoreLogWriter.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

enum {
    // How many bytes are gathered at most.
    CAPACITY = 64 << 10,
    // The length of a frame's header. The second of its numbers is not zero in the last frame of a commit; see
    // https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    HEADER = 24,
};

// A log that is open for writing; the real file lies behind it.
typedef struct {
    sqlite3_file file;
    // Bytes that are still to be written, and their place in the file. They end at `end`.
    unsigned char *gathered;
    int count;
    int64_t start;
    // Where this connection's next frame is expected; negative when nothing is known of the log.
    int64_t end;
    // The place of the page whose header was written before `end`; negative if there is none.
    int64_t restart;
    // Whether a commit is being written whose last page did not come yet. Nothing is gathered otherwise: what is written
    // ahead of a commit may be given up without a call, and others may write at its place then.
    int gathers;
    // Whether the last header has come, so that the next bytes are the last page.
    int is_ending;
} log_file;

typedef struct file_system {
    sqlite3_vfs vfs;
    struct file_system *next;
    char name[];
} file_system;

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((log_file *)file + 1); }

// After an error nothing is known of where the log ends, and the commit is given up.
static int checked(log_file *log, int code) {
    if (code) {
        log->count = log->gathers = log->is_ending = 0;
        log->end = log->restart = -1;
    }
    return code;
}

static int write_gathered(log_file *log) {
    if (!log->count) return SQLITE_OK;
    int count = log->count;
    log->count = 0;
    return checked(log, real(&log->file)->pMethods->xWrite(real(&log->file), log->gathered, count, log->start));
}

static int write_at_once(log_file *log, const void *bytes, int count, sqlite3_int64 offset) {
    int code = write_gathered(log);
    return code ? code : checked(log, real(&log->file)->pMethods->xWrite(real(&log->file), bytes, count, offset));
}

static int is_last(const unsigned char *header) { return header[4] || header[5] || header[6] || header[7]; }

// Takes bytes that come behind everything that was written before; what does not fit pushes the others out.
static int append(log_file *log, const void *bytes, int count) {
    if (!log->gathered) log->gathered = sqlite3_malloc(CAPACITY);
    int64_t offset = log->end;
    log->end += count;
    if (!log->gathered || log->count + count > CAPACITY) return write_at_once(log, bytes, count, offset);
    if (!log->count) log->start = offset;
    memcpy(log->gathered + log->count, bytes, (size_t)count);
    log->count += count;
    return SQLITE_OK;
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    log_file *log = (log_file *)file;
    int is_header = count == HEADER;
    if (offset == log->end) {
        if (!log->gathers) {
            log->end += count;
            return write_at_once(log, bytes, count, offset);
        }
        int is_complete = log->is_ending;
        log->is_ending = is_header && is_last(bytes);
        int code = append(log, bytes, count);
        if (code || !is_complete) return code;
        // Behind a commit's last page comes what readers are told of: nothing waits any longer.
        log->gathers = 0;
        return write_gathered(log);
    }
    if (is_header && is_last(bytes)) log->gathers = log->is_ending = 0;
    // A header in front of the end is corrected; if its page follows, it is the first behind frames that were given up.
    if (log->end < 0 || offset > log->end || offset == 0 || offset == log->restart) {
        log->end = offset + count;
        log->restart = -1;
        return write_at_once(log, bytes, count, offset);
    }
    log->restart = is_header ? offset + HEADER : -1;
    return write_at_once(log, bytes, count, offset);
}

static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int code = write_gathered((log_file *)file);
    return code ? code : real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = write_gathered((log_file *)file);
    ((log_file *)file)->end = -1;
    return code ? code : real(file)->pMethods->xTruncate(real(file), size);
}

static int log_sync(sqlite3_file *file, int flags) {
    int code = write_gathered((log_file *)file);
    return code ? code : real(file)->pMethods->xSync(real(file), flags);
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
    int code = write_gathered((log_file *)file);
    return code ? code : real(file)->pMethods->xFileSize(real(file), size);
}

static int log_close(sqlite3_file *file) {
    sqlite3_free(((log_file *)file)->gathered);
    return real(file)->pMethods->xClose(real(file));
}

static int log_lock(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
static int log_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
static int log_check(sqlite3_file *file, int *is_reserved) {
    return real(file)->pMethods->xCheckReservedLock(real(file), is_reserved);
}
static int log_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int log_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int log_characteristics(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

// Version 1: a log is neither mapped nor has it shared memory; the database has.
static const sqlite3_io_methods methods = {
    1,        log_close,  log_read,  log_write,   log_truncate, log_sync,            log_size,
    log_lock, log_unlock, log_check, log_control, log_sector,   log_characteristics,
};

static sqlite3_vfs *base_of(sqlite3_vfs *vfs) { return vfs->pAppData; }

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened_flags) {
    if (!(flags & SQLITE_OPEN_WAL)) return base_of(vfs)->xOpen(base_of(vfs), name, file, flags, opened_flags);
    log_file *log = (log_file *)file;
    memset(log, 0, sizeof *log);
    log->end = log->restart = -1;
    int code = base_of(vfs)->xOpen(base_of(vfs), name, real(file), flags, opened_flags);
    // A file with methods is closed, also when it could not be opened.
    if (real(file)->pMethods) file->pMethods = &methods;
    return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs) {
    return base_of(vfs)->xDelete(base_of(vfs), name, syncs);
}
static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    return base_of(vfs)->xAccess(base_of(vfs), name, flags, result);
}
static int full_name(sqlite3_vfs *vfs, const char *name, int count, char *result) {
    return base_of(vfs)->xFullPathname(base_of(vfs), name, count, result);
}
static void *library_open(sqlite3_vfs *vfs, const char *name) { return base_of(vfs)->xDlOpen(base_of(vfs), name); }
static void library_error(sqlite3_vfs *vfs, int count, char *message) {
    base_of(vfs)->xDlError(base_of(vfs), count, message);
}
static void (*library_symbol(sqlite3_vfs *vfs, void *library, const char *name))(void) {
    return base_of(vfs)->xDlSym(base_of(vfs), library, name);
}
static void library_close(sqlite3_vfs *vfs, void *library) { base_of(vfs)->xDlClose(base_of(vfs), library); }
static int randomness(sqlite3_vfs *vfs, int count, char *bytes) {
    return base_of(vfs)->xRandomness(base_of(vfs), count, bytes);
}
static int sleep_for(sqlite3_vfs *vfs, int microseconds) { return base_of(vfs)->xSleep(base_of(vfs), microseconds); }
static int current_time(sqlite3_vfs *vfs, double *time) { return base_of(vfs)->xCurrentTime(base_of(vfs), time); }
static int last_error(sqlite3_vfs *vfs, int count, char *message) {
    return base_of(vfs)->xGetLastError(base_of(vfs), count, message);
}
static int current_time_64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    return base_of(vfs)->xCurrentTimeInt64(base_of(vfs), time);
}

void polystore_log_writer_gather(sqlite3 *connection, int gathers) {
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) != SQLITE_OK) return;
    if (!file || file->pMethods != &methods) return;
    // A commit that was written has nothing left here, and one that was not must not be written any more.
    ((log_file *)file)->count = 0;
    ((log_file *)file)->gathers = gathers;
    ((log_file *)file)->is_ending = 0;
}

const char *polystore_log_writer(const char *base_name) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static file_system *known;
    if (sqlite3_initialize() != SQLITE_OK) return NULL;
    sqlite3_vfs *base = sqlite3_vfs_find(base_name);
    if (!base || base->iVersion < 2) return NULL;
    pthread_mutex_lock(&lock);
    file_system *found = known;
    while (found && base_of(&found->vfs) != base) found = found->next;
    if (!found) {
        static const char prefix[] = "polystore-log-writer:";
        size_t length = sizeof prefix + strlen(base->zName);
        found = sqlite3_malloc64(sizeof *found + length);
        if (found) {
            memset(found, 0, sizeof *found);
            strcpy(strcpy(found->name, prefix) + sizeof prefix - 1, base->zName);
            found->vfs = (sqlite3_vfs){
                .iVersion = 2, .szOsFile = (int)sizeof(log_file) + base->szOsFile, .mxPathname = base->mxPathname,
                .zName = found->name, .pAppData = base, .xOpen = open_file, .xDelete = delete_file,
                .xAccess = access_file, .xFullPathname = full_name, .xDlOpen = library_open, .xDlError = library_error,
                .xDlSym = library_symbol, .xDlClose = library_close, .xRandomness = randomness, .xSleep = sleep_for,
                .xCurrentTime = current_time, .xGetLastError = last_error, .xCurrentTimeInt64 = current_time_64};
            if (sqlite3_vfs_register(&found->vfs, 0) == SQLITE_OK) {
                found->next = known;
                known = found;
            } else {
                sqlite3_free(found);
                found = NULL;
            }
        }
    }
    pthread_mutex_unlock(&lock);
    return found ? found->name : NULL;
}
