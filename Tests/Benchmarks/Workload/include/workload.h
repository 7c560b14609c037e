// The workload that every runner executes: its data, its parameters, its clock and the form of its results.
#ifndef POLYSTORE_BENCHMARK_WORKLOAD_H
#define POLYSTORE_BENCHMARK_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The values of one person, as generated.
typedef struct {
    int64_t id;
    char name[24];
    char email[24];
    int64_t age;
    double score;
    double created;
    bool active;
    uint8_t avatar_hash[16];
    int64_t employer;
} person_values;

/// The values of one company, as generated.
typedef struct {
    int64_t id;
    char name[16];
    int64_t founded;
} company_values;

/// How large a run is. Every member is given as `name=value` on a runner's command line.
typedef struct {
    /// What to run: `suite` (W1 to W13), `memory` (W12), `none` (the data is generated and the store opened, for counts of
    /// instructions), or another suite of the runner.
    const char *mode;
    /// The variant of the runner: a backend or a set of settings.
    const char *variant;
    /// The folder for the run's files; empty at the start of `suite`, and what `suite` left for `memory`.
    const char *directory;
    /// The numbers W1, W2 … of the workloads to run after W1, separated by commas; all when it is empty.
    const char *only;
    int64_t objects, companies, lookups, ranges, sorts, counts, scans, saves;
    /// How long W13 runs.
    double seconds;
} workload_options;

/// Reads `name=value` arguments; ends the process with a message when one is wrong.
workload_options workload_read_options(int count, char *const *arguments);

/// Whether a workload is to be run. W1 always is.
bool workload_includes(const workload_options *options, const char *workload);

/// The next number of SplitMix64.
uint64_t workload_random(uint64_t *state);

/// The state from which every workload draws its parameters.
#define WORKLOAD_QUERY_SEED 7

/// Draws a query parameter below a limit.
static inline int64_t workload_draw(uint64_t *state, int64_t limit) {
    return (int64_t)(workload_random(state) % (uint64_t)limit);
}

/// Generates the persons; the caller frees them.
person_values *workload_persons(int64_t count, int64_t companies);
/// Generates the companies; the caller frees them.
company_values *workload_companies(int64_t count);

/// Seconds of the monotonic clock.
double workload_seconds(void);

/// Prints a result: `R <product> <workload> <seconds> <operations> <checksum>`.
void workload_report(const char *product, const char *workload, double seconds, int64_t operations, uint64_t checksum);
/// Prints a setting of the product, so that a reader sees what was compared: `S <product> <text>`.
void workload_setting(const char *product, const char *text);

/// A number of bytes of `/proc/self/status` such as `VmRSS`, `RssAnon` or `VmHWM`; 0 when there is none.
int64_t workload_memory(const char *field);

/// Gives freed memory back to the system, so that what is taken next shows.
void workload_trim_memory(void);

/// Prints what holding objects took: `W12` (resident), `W12n` (without mapped files and the engine's own memory) and
/// `W12peak`, each in bytes.
void workload_report_memory(
    const char *product, int64_t resident_before, int64_t anonymous_before, int64_t engine, int64_t operations,
    uint64_t checksum);

/// Prints a message and ends the process with status 1.
void workload_fail(const char *what, const char *why) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
