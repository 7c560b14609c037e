#include "CPolystoreFaultyDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
    int is_log;
} disk_file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int kinds;
static int64_t countdown = -1;
static int armed_code;
static int is_lasting;
static int64_t failures;
static int64_t unsynced;

static sqlite3_vfs *real_disk;
static sqlite3_vfs disk;

// The code of the failure of an operation that is due, or SQLITE_OK.
static int failure(int kind, int code) {
    pthread_mutex_lock(&lock);
    int result = SQLITE_OK;
    if (countdown >= 0 && (kinds & kind)) {
        if (countdown == 0) {
            result = armed_code ? armed_code : code;
            failures++;
            if (!is_lasting) countdown = -1;
        } else {
            countdown--;
        }
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static void count_unsynced(const disk_file *file, int is_sync) {
    if (!file->is_log) return;
    pthread_mutex_lock(&lock);
    unsynced = is_sync ? 0 : unsynced + 1;
    pthread_mutex_unlock(&lock);
}

static sqlite3_file *real(sqlite3_file *file) { return ((disk_file *)file)->real; }

static int disk_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int disk_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int code = failure(POLYSTORE_DISK_READ, SQLITE_IOERR_READ);
    return code ? code : real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int disk_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int code = failure(POLYSTORE_DISK_WRITE, SQLITE_IOERR_WRITE);
    int written = real(file)->pMethods->xWrite(real(file), bytes, code ? count / 2 : count, offset);
    count_unsynced((disk_file *)file, 0);
    return code ? code : written;
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int code = failure(POLYSTORE_DISK_TRUNCATE, SQLITE_IOERR_TRUNCATE);
    return code ? code : real(file)->pMethods->xTruncate(real(file), size);
}

static int disk_sync(sqlite3_file *file, int flags) {
    int code = failure(POLYSTORE_DISK_SYNC, SQLITE_IOERR_FSYNC);
    if (code) return code;
    count_unsynced((disk_file *)file, 1);
    return real(file)->pMethods->xSync(real(file), flags);
}

static int disk_size(sqlite3_file *file, sqlite3_int64 *size) { return real(file)->pMethods->xFileSize(real(file), size); }
static int disk_lock(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
static int disk_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
static int disk_check(sqlite3_file *file, int *is_reserved) {
    return real(file)->pMethods->xCheckReservedLock(real(file), is_reserved);
}
static int disk_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int disk_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int disk_characteristics(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

static int disk_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    int code = failure(POLYSTORE_DISK_SHARED_MEMORY, SQLITE_IOERR_SHMMAP);
    return code ? code : real(file)->pMethods->xShmMap(real(file), region, size, extend, memory);
}
static int disk_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void disk_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int disk_unmap(sqlite3_file *file, int deletes) { return real(file)->pMethods->xShmUnmap(real(file), deletes); }

// Version 2: without memory maps, which would go around reading.
static const sqlite3_io_methods methods = {
    2,           disk_close,    disk_read,    disk_write,  disk_truncate,        disk_sync, disk_size,
    disk_lock,   disk_unlock,   disk_check,   disk_control, disk_sector,         disk_characteristics,
    disk_map,    disk_map_lock, disk_barrier, disk_unmap,
};

static int disk_open(sqlite3_vfs *self, const char *name, sqlite3_file *opened, int flags, int *opened_flags) {
    (void)self;
    disk_file *file = (disk_file *)opened;
    file->base.pMethods = NULL;
    int code = failure(POLYSTORE_DISK_OPEN, SQLITE_CANTOPEN);
    if (code) return code;
    file->real = (sqlite3_file *)(file + 1);
    file->is_log = (flags & SQLITE_OPEN_WAL) != 0;
    code = real_disk->xOpen(real_disk, name, file->real, flags, opened_flags);
    if (file->real->pMethods) file->base.pMethods = &methods;
    return code;
}

static int disk_delete(sqlite3_vfs *self, const char *name, int syncs) {
    (void)self;
    int code = failure(POLYSTORE_DISK_DELETE, SQLITE_IOERR_DELETE);
    return code ? code : real_disk->xDelete(real_disk, name, syncs);
}

const char *polystore_disk_register(void) {
    pthread_mutex_lock(&lock);
    if (!real_disk) {
        real_disk = sqlite3_vfs_find(NULL);
        // Everything that is not replaced is the system's own, which does not look at what it is called on.
        memcpy(&disk, real_disk, sizeof disk);
        disk.zName = "polystore-faulty-disk";
        disk.szOsFile = (int)sizeof(disk_file) + real_disk->szOsFile;
        disk.pNext = NULL;
        disk.xOpen = disk_open;
        disk.xDelete = disk_delete;
        sqlite3_vfs_register(&disk, 0);
    }
    pthread_mutex_unlock(&lock);
    return disk.zName;
}

void polystore_disk_arm(int failing, int64_t count, int code, int lasting) {
    pthread_mutex_lock(&lock);
    kinds = failing;
    countdown = count;
    armed_code = code;
    is_lasting = lasting;
    failures = 0;
    pthread_mutex_unlock(&lock);
}

int64_t polystore_disk_disarm(void) {
    pthread_mutex_lock(&lock);
    countdown = -1;
    int64_t result = failures;
    pthread_mutex_unlock(&lock);
    return result;
}

int64_t polystore_disk_unsynced_log_writes(void) {
    pthread_mutex_lock(&lock);
    int64_t result = unsynced;
    pthread_mutex_unlock(&lock);
    return result;
}
