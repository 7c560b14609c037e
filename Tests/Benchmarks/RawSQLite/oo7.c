#include "engine.h"
#include "oo7.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The OO7 database with the statements that walk through it.
typedef struct {
    engine *engine;
    sqlite3 *database;
    oo7_module module;
    sqlite3_stmt *assemblies, *components, *composite, *part, *connections, *swap;
    int64_t visits;
    uint64_t sum;
    bool swaps;
} graph;

typedef struct {
    int64_t number, x, y, build_date;
} part_row;

static sqlite3_stmt *prepare(graph *graph, const char *sql) {
    sqlite3_stmt *statement;
    engine_check(graph->database, sqlite3_prepare_v3(graph->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0));
    return statement;
}

static void open_graph(graph *graph) {
    graph->database = engine_open(graph->engine, true);
    graph->assemblies = prepare(graph, "SELECT number FROM assembly WHERE super = ?1");
    graph->components = prepare(graph, "SELECT composite FROM component WHERE base = ?1");
    graph->composite = prepare(graph, "SELECT number, buildDate, document, root FROM composite WHERE number = ?1");
    graph->part = prepare(graph, "SELECT number, x, y, buildDate FROM part WHERE number = ?1");
    graph->connections = prepare(graph, "SELECT target, length FROM connection WHERE source = ?1");
    graph->swap = prepare(graph, "UPDATE part SET x = ?2, y = ?3 WHERE number = ?1");
}

static void close_graph(graph *graph) {
    sqlite3_stmt *all[] = {graph->assemblies, graph->components,  graph->composite,
                           graph->part,       graph->connections, graph->swap};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
    sqlite3_close(graph->database);
}

static void create(graph *graph) {
    engine_run(graph->database,
               "CREATE TABLE assembly (number INTEGER PRIMARY KEY, super INTEGER);"
               "CREATE TABLE component (base INTEGER, composite INTEGER, PRIMARY KEY (base, composite)) WITHOUT ROWID;"
               "CREATE TABLE composite (number INTEGER PRIMARY KEY, buildDate INTEGER, document INTEGER, root INTEGER);"
               "CREATE TABLE document (number INTEGER PRIMARY KEY, title TEXT, text TEXT);"
               "CREATE TABLE part (number INTEGER PRIMARY KEY, x INTEGER, y INTEGER, buildDate INTEGER,"
               " composite INTEGER);"
               "CREATE TABLE connection (number INTEGER PRIMARY KEY, source INTEGER, target INTEGER, length INTEGER);"
               "CREATE INDEX assembly_super ON assembly (super); CREATE INDEX component_composite ON component (composite);"
               "CREATE INDEX part_buildDate ON part (buildDate); CREATE INDEX part_composite ON part (composite);"
               "CREATE INDEX connection_source ON connection (source);"
               "CREATE INDEX connection_target ON connection (target)");
}

/// Statements that insert.
typedef struct {
    sqlite3_stmt *document, *composite, *part, *connection, *component;
} insertion;

static void step(graph *graph, sqlite3_stmt *statement) {
    engine_step(graph->database, statement);
    sqlite3_reset(statement);
}

static void bind(sqlite3_stmt *statement, int count, const int64_t *values) {
    for (int i = 0; i < count; i++) sqlite3_bind_int64(statement, i + 1, values[i]);
}

static insertion begin_insertion(graph *graph) {
    insertion result = {
        prepare(graph, "INSERT INTO document VALUES (?1, ?2, ?3)"),
        prepare(graph, "INSERT INTO composite VALUES (?1, ?2, ?3, ?4)"),
        prepare(graph, "INSERT INTO part VALUES (?1, ?2, ?3, ?4, ?5)"),
        prepare(graph, "INSERT INTO connection VALUES (?1, ?2, ?3, ?4)"),
        prepare(graph, "INSERT INTO component VALUES (?1, ?2)"),
    };
    return result;
}

static void end_insertion(insertion *insertion) {
    sqlite3_finalize(insertion->document);
    sqlite3_finalize(insertion->composite);
    sqlite3_finalize(insertion->part);
    sqlite3_finalize(insertion->connection);
    sqlite3_finalize(insertion->component);
}

// Inserts a composite part with its document, parts and connections.
static void insert_composite(graph *graph, insertion *insertion, int64_t number) {
    char title[32], text[2001];
    snprintf(title, sizeof title, "Composite Part %d", (int)number);
    memset(text, 'x', 2000);
    text[2000] = 0;
    sqlite3_bind_int64(insertion->document, 1, number);
    sqlite3_bind_text(insertion->document, 2, title, -1, SQLITE_STATIC);
    sqlite3_bind_text(insertion->document, 3, text, 2000, SQLITE_STATIC);
    step(graph, insertion->document);
    int64_t first = number * OO7_PARTS_OF_COMPOSITE;
    bind(insertion->composite, 4, (int64_t[]){number, number, number, first});
    step(graph, insertion->composite);
    for (int64_t i = first; i < first + OO7_PARTS_OF_COMPOSITE; i++) {
        const oo7_part *part = &graph->module.parts[i];
        bind(insertion->part, 5, (int64_t[]){part->number, part->x, part->y, part->build_date, number});
        step(graph, insertion->part);
        for (int j = 0; j < OO7_CONNECTIONS_OF_PART; j++) {
            bind(insertion->connection, 4, (int64_t[]){i * OO7_CONNECTIONS_OF_PART + j, i, graph->module.targets[i][j], j});
            step(graph, insertion->connection);
        }
    }
}

static void fill(graph *graph) {
    oo7_module *module = &graph->module;
    insertion insertion = begin_insertion(graph);
    sqlite3_stmt *assembly = prepare(graph, "INSERT INTO assembly VALUES (?1, ?2)");
    engine_run(graph->database, "BEGIN IMMEDIATE");
    for (int64_t i = 0; i < module->complex_count + module->base_count; i++) {
        bind(assembly, 2, (int64_t[]){i, i ? (i - 1) / OO7_FANOUT : -1});
        step(graph, assembly);
    }
    for (int64_t i = 0; i < module->composite_count; i++) insert_composite(graph, &insertion, i);
    for (int64_t i = 0; i < module->base_count; i++) {
        for (int j = 0; j < OO7_FANOUT; j++) {
            bind(insertion.component, 2, (int64_t[]){module->complex_count + i, module->components[i][j]});
            step(graph, insertion.component);
        }
    }
    engine_run(graph->database, "COMMIT");
    sqlite3_finalize(assembly);
    end_insertion(&insertion);
}

static part_row read_part(graph *graph, int64_t number) {
    sqlite3_bind_int64(graph->part, 1, number);
    if (!engine_step(graph->database, graph->part)) workload_fail("part", "not there");
    part_row row = {sqlite3_column_int64(graph->part, 0), sqlite3_column_int64(graph->part, 1),
                    sqlite3_column_int64(graph->part, 2), sqlite3_column_int64(graph->part, 3)};
    sqlite3_reset(graph->part);
    return row;
}

static void visit(graph *graph, int64_t number, bool *seen) {
    if (seen[number % OO7_PARTS_OF_COMPOSITE]) return;
    seen[number % OO7_PARTS_OF_COMPOSITE] = true;
    part_row row = read_part(graph, number);
    graph->visits++;
    graph->sum += (uint64_t)(row.number + row.x + row.y);
    int64_t targets[OO7_CONNECTIONS_OF_PART];
    int count = 0;
    sqlite3_bind_int64(graph->connections, 1, number);
    while (engine_step(graph->database, graph->connections)) {
        if (count == OO7_CONNECTIONS_OF_PART) workload_fail("connections", "too many");
        targets[count++] = sqlite3_column_int64(graph->connections, 0);
    }
    sqlite3_reset(graph->connections);
    for (int i = 0; i < count; i++) visit(graph, targets[i], seen);
}

static void visit_composite(graph *graph, int64_t number) {
    sqlite3_bind_int64(graph->composite, 1, number);
    if (!engine_step(graph->database, graph->composite)) workload_fail("composite", "not there");
    int64_t root = sqlite3_column_int64(graph->composite, 3);
    sqlite3_reset(graph->composite);
    bool seen[OO7_PARTS_OF_COMPOSITE] = {false};
    if (graph->swaps) {
        part_row row = read_part(graph, root);
        bind(graph->swap, 3, (int64_t[]){root, row.y, row.x});
        step(graph, graph->swap);
    }
    visit(graph, root, seen);
}

static void visit_assembly(graph *graph, int64_t number) {
    int64_t children[OO7_FANOUT + OO7_NEW_COMPOSITES];
    int count = 0;
    bool is_base = number >= graph->module.complex_count;
    sqlite3_stmt *statement = is_base ? graph->components : graph->assemblies;
    sqlite3_bind_int64(statement, 1, number);
    while (engine_step(graph->database, statement)) children[count++] = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    for (int i = 0; i < count; i++) {
        if (is_base) visit_composite(graph, children[i]);
        else visit_assembly(graph, children[i]);
    }
}

// Walks through the whole module; returns the seconds it took.
static double traverse(graph *graph, bool swaps) {
    graph->visits = 0;
    graph->sum = 0;
    graph->swaps = swaps;
    double start = workload_seconds();
    if (swaps) engine_run(graph->database, "BEGIN IMMEDIATE");
    visit_assembly(graph, 0);
    if (swaps) engine_run(graph->database, "COMMIT");
    return workload_seconds() - start;
}

static void report(graph *graph, const char *workload, double seconds, int64_t operations, uint64_t checksum) {
    workload_report(graph->engine->variant->product, workload, seconds, operations, checksum);
}

static void run_traversals(graph *graph) {
    close_graph(graph);
    open_graph(graph);
    double seconds = traverse(graph, false);
    report(graph, "T1cold", seconds, graph->visits, graph->sum);
    seconds = 0;
    for (int i = 0; i < 4; i++) {
        double one = traverse(graph, false);
        if (i < 3) seconds += one / 3;
    }
    report(graph, "T1hot", seconds, graph->visits, graph->sum);
    seconds = traverse(graph, true);
    report(graph, "T2a", seconds, graph->visits, (uint64_t)engine_integer(graph->database, "SELECT sum(3 * x + y) FROM part"));
}

static void run_queries(graph *graph) {
    uint64_t state = WORKLOAD_QUERY_SEED, sum = 0;
    int64_t parts = graph->module.composite_count * OO7_PARTS_OF_COMPOSITE, count = 0;
    double start = workload_seconds();
    for (int i = 0; i < OO7_LOOKUPS; i++) {
        part_row row = read_part(graph, workload_draw(&state, parts));
        sum += (uint64_t)(row.x + row.y);
    }
    report(graph, "Q1", workload_seconds() - start, OO7_LOOKUPS, sum);

    sqlite3_stmt *range =
        prepare(graph, "SELECT number, x, y, buildDate FROM part WHERE buildDate >= ?1 AND buildDate < ?2");
    part_row *rows = calloc((size_t)parts, sizeof *rows);
    sum = 0;
    start = workload_seconds();
    for (int i = 0; i < OO7_RANGES + 1; i++) {
        // The ranges, and in the end everything.
        if (i == OO7_RANGES) {
            report(graph, "Q2", workload_seconds() - start, count, sum);
            count = 0;
            sum = 0;
            start = workload_seconds();
        }
        int64_t low = i < OO7_RANGES ? OO7_DATES / 100 * (i * 9) : 0, found = 0;
        bind(range, 2, (int64_t[]){low, i < OO7_RANGES ? low + OO7_DATES / 100 : OO7_DATES});
        sqlite3_stmt *statement = range;
        if (i == OO7_RANGES) statement = prepare(graph, "SELECT number, x, y, buildDate FROM part");
        for (; engine_step(graph->database, statement); found++) {
            rows[found] = (part_row){sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1),
                                     sqlite3_column_int64(statement, 2), sqlite3_column_int64(statement, 3)};
        }
        for (int64_t j = 0; j < found; j++) sum += (uint64_t)(rows[j].x + rows[j].y);
        count += found;
        if (statement == range) sqlite3_reset(range);
        else sqlite3_finalize(statement);
    }
    report(graph, "Q7", workload_seconds() - start, count, sum);
    free(rows);
    sqlite3_finalize(range);
}

static void insert_new(graph *graph, insertion *insertion) {
    engine_run(graph->database, "BEGIN IMMEDIATE");
    for (int i = 0; i < OO7_NEW_COMPOSITES; i++) {
        int64_t number = graph->module.composite_count + i;
        insert_composite(graph, insertion, number);
        bind(insertion->component, 2, (int64_t[]){graph->module.complex_count + graph->module.users[i], number});
        step(graph, insertion->component);
    }
    engine_run(graph->database, "COMMIT");
}

static void delete_new(graph *graph, sqlite3_stmt *const *deletions, int count) {
    engine_run(graph->database, "BEGIN IMMEDIATE");
    for (int i = 0; i < OO7_NEW_COMPOSITES; i++) {
        for (int j = 0; j < count; j++) {
            sqlite3_bind_int64(deletions[j], 1, graph->module.composite_count + i);
            step(graph, deletions[j]);
        }
    }
    engine_run(graph->database, "COMMIT");
}

static void run_modifications(graph *graph) {
    sqlite3_stmt *deletions[] = {
        prepare(graph, "DELETE FROM component WHERE composite = ?1"),
        prepare(graph, "DELETE FROM connection WHERE source IN (SELECT number FROM part WHERE composite = ?1)"),
        prepare(graph, "DELETE FROM part WHERE composite = ?1"),
        prepare(graph, "DELETE FROM composite WHERE number = ?1"),
        prepare(graph, "DELETE FROM document WHERE number = ?1"),
    };
    insertion insertion = begin_insertion(graph);
    double inserting = 0, deleting = 0;
    for (int i = 0; i < OO7_MODIFICATIONS; i++) {
        double start = workload_seconds();
        insert_new(graph, &insertion);
        double middle = workload_seconds();
        delete_new(graph, deletions, 5);
        inserting += middle - start;
        deleting += workload_seconds() - middle;
    }
    end_insertion(&insertion);
    for (int i = 0; i < 5; i++) sqlite3_finalize(deletions[i]);
    uint64_t left = (uint64_t)engine_integer(graph->database, "SELECT count(*) FROM part");
    report(graph, "SM1", inserting, OO7_MODIFICATIONS * OO7_NEW_COMPOSITES, left);
    report(graph, "SM2", deleting, OO7_MODIFICATIONS * OO7_NEW_COMPOSITES, left);
}

void run_oo7(engine *engine) {
    graph graph = {.engine = engine, .database = engine->database, .module = oo7_generate(engine->options)};
    create(&graph);
    fill(&graph);
    sqlite3_close(graph.database);
    open_graph(&graph);
    run_traversals(&graph);
    run_queries(&graph);
    run_modifications(&graph);
    close_graph(&graph);
    engine->database = NULL;
}
