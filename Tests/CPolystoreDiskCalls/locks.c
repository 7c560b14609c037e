#define _GNU_SOURCE
#include "CPolystoreDiskCalls.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

// Written before the program begins its work, read by any thread.
static atomic_int grants = 0;

void polystore_calls_grant_locks(void) { atomic_store(&grants, 1); }

int flock(int descriptor, int operation) {
    return atomic_load(&grants) ? 0 : (int)syscall(SYS_flock, descriptor, operation);
}

// The locks of bytes that belong to a file that was opened; those of a process, which are the engines', stay.
int fcntl(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    // Whatever its type is, an argument takes one register.
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (command == F_OFD_SETLK && atomic_load(&grants)) return 0;
    return (int)syscall(SYS_fcntl, descriptor, command, argument);
}
