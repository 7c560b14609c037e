#ifndef CPOLYSTORE_SQLITE_SHIM_H
#define CPOLYSTORE_SQLITE_SHIM_H
#include <sqlite3.h>
#endif
