// The small database of the OO7 benchmark (Carey, DeWitt, Naughton 1993) with three connections a part, as data.
#ifndef POLYSTORE_BENCHMARK_OO7_H
#define POLYSTORE_BENCHMARK_OO7_H

#include "workload.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OO7_PARTS_OF_COMPOSITE 20
#define OO7_CONNECTIONS_OF_PART 3
#define OO7_FANOUT 3
/// Composite parts that the structural modifications insert and delete again.
#define OO7_NEW_COMPOSITES 5
/// Dates are below this; a range of 1 % of them is asked for.
#define OO7_DATES 100000

/// An atomic part; its composite part has the number `number / OO7_PARTS_OF_COMPOSITE`.
typedef struct {
    int64_t number, x, y, build_date;
} oo7_part;

/// The module. Assemblies are a complete tree: complex assembly `i` has the children `3 i + 1` to `3 i + 3`; those from
/// `complex_count` on are base assemblies.
typedef struct {
    int64_t complex_count, base_count;
    /// Composite parts of the database, without the new ones that follow them.
    int64_t composite_count;
    /// All parts, those of the new composite parts last.
    oo7_part *parts;
    /// For each part, the numbers of the parts that it is connected to.
    int64_t (*targets)[OO7_CONNECTIONS_OF_PART];
    /// For each base assembly, the numbers of its composite parts.
    int64_t (*components)[OO7_FANOUT];
    /// For each new composite part, the base assembly that uses it.
    int64_t users[OO7_NEW_COMPOSITES];
} oo7_module;

/// Generates a module: the small database for 100,000 objects, a smaller one for fewer.
oo7_module oo7_generate(const workload_options *options);

/// How often the short operations are repeated.
#define OO7_LOOKUPS 1000
#define OO7_RANGES 10
#define OO7_MODIFICATIONS 5

#ifdef __cplusplus
}
#endif

#endif
