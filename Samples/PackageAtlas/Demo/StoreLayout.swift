import Foundation

/// One way of laying the atlas out over stores: a store file that comes with the sample.
enum StoreLayout: String, CaseIterable {
    /// The catalogue in one SQLite file, bookmarks in memory.
    case catalogue
    /// The catalogue over two SQLite files, bookmarks in memory.
    case split
    /// Everything in memory.
    case memory

    /// What the layout is, for people.
    var summary: String {
        switch self {
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
