#ifndef CPOLYSTORE_THREADS_H
#define CPOLYSTORE_THREADS_H
#include <stdbool.h>

/// How many processors the process's first thread may run on; 0 when the system does not tell.
int polystore_processor_count(void);

/// Lets a thread run on all processors of the process's first thread but the one where the caller runs.
///
/// - thread: A `pthread_t` of a thread that has not ended.
/// - Returns: Whether there is another one.
bool polystore_send_elsewhere(unsigned long thread);

/// The running thread, a `pthread_t`.
unsigned long polystore_running_thread(void);
#endif
