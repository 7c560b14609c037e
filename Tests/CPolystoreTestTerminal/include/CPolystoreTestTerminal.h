#ifndef CPOLYSTORE_TEST_TERMINAL_H
#define CPOLYSTORE_TEST_TERMINAL_H
#include <stddef.h>

// What a test needs to give a program a terminal: calls that Swift's module of the C library leaves out, because they
// are declared for programs that ask for them.

/// Makes a pair of terminal ends, which no process that is started inherits.
///
/// The path of the program's end is put into `path`. Returns the test's end; -1 with the reason in `errno`.
int polystore_test_terminal_open(char *path, size_t capacity);

/// The flag of `posix_spawnattr_setflags` that begins a session: the first terminal that its process opens controls it.
short polystore_test_terminal_session_flag(void);

#endif
