/// The ordered maps that an engine keeps for one store.
///
/// Each table is a tree of its own, so that rows, which are read by key, lie apart from index entries, which are
/// scanned. The raw values are part of every store's format and never change.
public enum EngineTable: UInt8, CaseIterable, Hashable, Sendable {
    /// The store's metadata.
    case metadata = 0
    /// Rows by hierarchy and key.
    case records = 1
    /// Entries of attribute, reference and entity indexes.
    case indexes = 2
    /// Pairs of join tables, each in both directions.
    case links = 3
    /// Data that is kept out of rows.
    case data = 4

    /// The first format whose files have the table.
    public var firstFormat: Int {
        switch self {
        case .metadata, .records, .indexes, .links, .data: 1
        }
    }

    /// The tables that a file may lack: those that came with a later format than the first.
    public static let optional = Set(allCases.filter { $0.firstFormat > 1 })
}
