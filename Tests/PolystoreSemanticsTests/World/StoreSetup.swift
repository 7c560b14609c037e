import Foundation
import Polystore

import PolystoreReferenceStore
import Testing

/// A way to lay the world's entities out over stores: every promise is tested under each of them (P1, P6).
enum StoreSetup: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// One store of plain dictionaries: obviously right.
    case reference
    /// People in one store of dictionaries, everything else in another.
    case twoReferences
    /// Everything in memory.
    case memory
    /// People in one memory store, everything else in another.
    case twoMemories
    /// Everything in one SQLite file.
    case sqlite
    /// People in one SQLite file, everything else in another.
    case twoSQLites
    /// Skills and lockers in memory, what they belong to in a SQLite file.
    case sqliteAndMemory
    /// People in memory, everything else in a SQLite file.
    case memoryAndSQLite

    /// Everything in one LMDB file.
    case lmdb
    /// People in an LMDB file, everything else in a SQLite file.
    case lmdbAndSQLite
    /// People in a SQLite file, everything else in an LMDB file.
    case sqliteAndLMDB
    /// Skills and lockers in memory, what they belong to in an LMDB file.
    case lmdbAndMemory

    var testDescription: String { rawValue }
}
