import Foundation

/// The content of a store file: which stores there are, of which type and where, and which entities live in each.
///
/// A plain value. Everything that can be told from the text alone is checked when it is read; names of entities and
/// store types are checked by `resolve(model:storeTypes:)`. The page <doc:StoreFile> describes the format.
public struct StoreFile: Hashable, Sendable {
    /// The version of the format that is read; the value of the key `polystore`.
    public static let formatVersion = 1

    /// The policy when an entity's home differs from the one at the last open.
    public enum Relocation: String, Hashable, Sendable, CaseIterable {
        /// Opening fails.
        case refuse
        /// The objects move to the new home.
        case move
    }

    /// The log that makes saves over several durable stores atomic.
    public struct CommitLog: Hashable, Sendable {
        /// Where the log lies.
        public let url: URL
        /// The size in bytes at which the log is emptied into the stores.
        public let checkpointSize: Int
    }

    /// Where the model file lies; nil when the program passes its model.
    public let model: URL?
    /// The policy when an entity's home differs from the one at the last open.
    public let relocation: Relocation
    /// The commit log.
    public let commitLog: CommitLog?
    /// The stores, in the order of the file.
    public let stores: [Store]
    /// The partition rules, in the order of the file.
    public let partitions: [Partition]
    /// Where everything stands, for messages.
    let source: StoreFileSource

    /// The file's name, as messages show it.
    public var name: String { source.name }
}
