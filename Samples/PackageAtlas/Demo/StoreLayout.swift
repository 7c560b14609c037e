import Foundation

/// One way of laying the atlas out over stores: a store file that comes with the sample.
enum StoreLayout: String, CaseIterable {
    /// The catalogue in SQLite, the dependency graph in LMDB, bookmarks in memory.
    case engines
    /// The catalogue in LMDB, the dependency graph in SQLite, bookmarks in memory.
    case exchanged
    /// Everything in LMDB.
    case lmdb
    /// The catalogue in one SQLite file, bookmarks in memory.
    case catalogue
    /// The catalogue over two SQLite files, bookmarks in memory.
    case split
    /// Everything in memory.
    case memory

    /// The layouts of the demo; the tests run all of them.
    static let demo: [StoreLayout] = [.engines, .exchanged, .lmdb]

    /// What the layout is, for people.
    var summary: String {
        switch self {
        case .engines: "the catalogue in SQLite, the dependency graph in LMDB, the selection in memory"
        case .exchanged: "the catalogue in LMDB, the dependency graph in SQLite, the selection in memory"
        case .lmdb: "everything in LMDB"
        case .catalogue: "the catalogue in SQLite, the selection in memory"
        case .split: "the catalogue split over two SQLite stores, the selection in memory"
        case .memory: "everything in memory"
        }
    }

    /// The path of the store file.
    var storeFile: String {
        get throws(AtlasError) {
            guard let url = Bundle.module.url(forResource: rawValue, withExtension: "yaml", subdirectory: "Stores")
            else { throw .missingResource("Stores/\(rawValue).yaml") }
            return url.path(percentEncoded: false)
        }
    }
}
