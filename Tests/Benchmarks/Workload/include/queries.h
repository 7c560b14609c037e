// The items that G1 to G8 ask for: a graph with compound, descending, unique and optional indexes and three levels of
// inheritance, as data.
#ifndef POLYSTORE_BENCHMARK_QUERIES_H
#define POLYSTORE_BENCHMARK_QUERIES_H

#include "workload.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Categories and days of items; a query of G2 asks for this many days of one category.
#define QUERIES_CATEGORIES 100
#define QUERIES_DAYS 365
#define QUERIES_DAY_SPAN 60
/// Scores are below this; G3 asks for those above a bound at most QUERIES_SCORE_SPAN below it.
#define QUERIES_SCORES 1000000
#define QUERIES_SCORE_SPAN 4000
/// How many of the greatest scores G3t asks for.
#define QUERIES_TOP 50
/// Items share the first four characters of their codes with those of equal index modulo this.
#define QUERIES_CODE_GROUPS 1000
/// Values of the optional attribute; half of all items have none.
#define QUERIES_NOTES 10000
/// Ranks, and how many of them G6 asks for.
#define QUERIES_RANKS 10000
#define QUERIES_RANK_SPAN 100
/// How many codes G7 lists.
#define QUERIES_CODES 100

/// The values of one item. Item `i` is of level `i % 3` of three, each of which inherits from the one before.
typedef struct {
    int64_t id;
    int64_t category, day, score;
    char code[16];
    bool has_note;
    int64_t note, rank;
    int64_t company;
} query_item;

/// Generates the items, with companies of 1 to `companies`; the caller frees them.
query_item *workload_items(int64_t count, int64_t companies);

/// Writes the first characters that a group of codes has in common: five bytes with the final zero.
void workload_code_prefix(int64_t group, char *prefix);
/// Writes the code of item `index`: at most 16 bytes with the final zero.
void workload_code(int64_t index, char *code);

#ifdef __cplusplus
}
#endif

#endif
