// Processors of threads are named by functions that the system's library declares for this only, and Swift does not see.
#define _GNU_SOURCE
#include "CPolystoreThreads.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

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
