// What the runners of raw engines share: the order of the workloads, and the two threads of W13.
#ifndef POLYSTORE_BENCHMARK_RUNNER_H
#define POLYSTORE_BENCHMARK_RUNNER_H

#include <stdatomic.h>

#include "workload.h"

/// An open file with the data of the run; every runner has its own.
typedef struct engine engine;

// The workloads, which every runner defines.
void write_all(engine *engine);
void update_all(engine *engine);
void insert_one_by_one(engine *engine, const char *workload, bool is_durable);
void delete_all(engine *engine);
void fetch_all(engine *engine);
void look_up(engine *engine);
void fetch_ranges(engine *engine);
void fetch_sorted(engine *engine);
void traverse_to_one(engine *engine);
void traverse_to_many(engine *engine);
void traverse_prefetched(engine *engine);
void count_ranges(engine *engine);
void count_by_scan(engine *engine);
void read_while_writing(engine *engine);
void batch_update(engine *engine);
void batch_insert(engine *engine);
void batch_delete(engine *engine);
void measure_memory(engine *engine);

/// Runs the workloads that were asked for in their order: what reads, what changes, what deletes.
void run_suite(engine *engine, const workload_options *options);

/// One of the two threads of W13.
typedef struct {
    engine *engine;
    const atomic_bool *stop;
    /// Commits or queries.
    int64_t count;
} loop;

/// Whether a thread of W13 is to begin another commit or query.
static inline bool loop_goes_on(const loop *loop) {
    return !atomic_load_explicit(loop->stop, memory_order_relaxed);
}

/// What the threads of W13 did.
typedef struct {
    double seconds;
    int64_t commits, queries;
} loop_counts;

/// Runs a writer and a reader beside each other for some seconds.
loop_counts run_loops(engine *engine, double seconds, void (*write)(loop *loop), void (*read)(loop *loop));

/// Prints what the threads did, once all that was committed has been found: `before` and `after` are numbers of persons.
void report_loops(const char *product, loop_counts counts, int64_t before, int64_t after);

/// Persons of a batch that the writer of W13 commits.
#define LOOP_BATCH 100

#endif
