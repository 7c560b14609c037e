import Foundation
import PolystoreModel

/// A store's metadata, readable without the program that wrote it.
public struct StoreMetadata: Hashable, Sendable, Codable {
    /// The version of the store's format; the first is 1.
    public var formatVersion = 1
    /// The store's UUID.
    public var identifier: UUID
    /// The model that the store's rows were last saved with.
    public var model: ModelDescription
    /// The version hash of each entity that the store serves, in lower-case hexadecimal.
    public var entityHashes: [String: String] = [:]
    /// The name of the algorithm of the hashes.
    public var hashAlgorithm = "polystore-sha256-1"
    /// Every layout that rows of the store were ever written in.
    public var layouts: [RowLayoutDescriptor] = []
    /// The peer table; the first entry is number 1.
    public var peers: [PeerTable.Entry] = []
    /// The number of the last commit.
    public var watermark: CommitNumber = 0
    /// Which store (by its name in the store file) each entity had its home in at the last open.
    public var homes: [String: [String]] = [:]
    /// The commit domain that the store belongs to; nil before its first commit together with others.
    public var domain: CommitDomain?
    /// The mark of the last save over several stores that the store took part in; nil before the first.
    public var joint: JointMark?
    /// The version of the text folding tables that folded indexes were made with.
    public var foldingVersion: String?
    /// Entries of programs, free.
    public var user: [String: String] = [:]

    /// Makes the metadata of a new store.
    public init(identifier: UUID, model: ModelDescription) {
        self.identifier = identifier
        self.model = model
    }
}
