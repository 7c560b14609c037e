#define _DEFAULT_SOURCE
#include "runner.h"

#include <pthread.h>
#include <unistd.h>

/// What a thread runs.
typedef struct {
    loop loop;
    void (*work)(loop *loop);
} task;

static void *run(void *argument) {
    task *task = argument;
    task->work(&task->loop);
    return NULL;
}

loop_counts run_loops(engine *engine, double seconds, void (*write)(loop *loop), void (*read)(loop *loop)) {
    atomic_bool stop = false;
    task tasks[2] = {{{engine, &stop, 0}, write}, {{engine, &stop, 0}, read}};
    pthread_t threads[2];
    double start = workload_seconds();
    for (int i = 0; i < 2; i++) {
        if (pthread_create(&threads[i], NULL, run, &tasks[i])) workload_fail("thread", "not started");
    }
    usleep((useconds_t)(seconds * 1e6));
    atomic_store(&stop, true);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return (loop_counts){workload_seconds() - start, tasks[0].loop.count, tasks[1].loop.count};
}

void report_loops(const char *product, loop_counts counts, int64_t before, int64_t after) {
    if (after != before + counts.commits * LOOP_BATCH) workload_fail("W13", "objects are lost");
    workload_report(product, "W13w", counts.seconds, counts.commits, 0);
    workload_report(product, "W13r", counts.seconds, counts.queries, 0);
}
