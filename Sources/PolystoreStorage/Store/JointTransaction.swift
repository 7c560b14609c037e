import Foundation

/// The name of one store's part in a save over several stores.
public struct JointTransaction: Hashable, Sendable {
    /// The UUID of the commit log.
    public let log: UUID
    /// The number of the save in the log.
    public let number: JointNumber

    /// Makes a name.
    public init(log: UUID, number: JointNumber) {
        self.log = log
        self.number = number
    }

    private static let prefix = "polystore"

    /// The name as an engine keeps it: less than 80 letters of ASCII.
    public var name: String { "\(Self.prefix)-\(log.uuidString)-\(number)" }

    /// The transaction that an engine's name is of; nil for a transaction of another program.
    public init?(name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 7, parts[0] == Self.prefix, let number = JointNumber(parts[6]),
            let log = UUID(uuidString: parts[1...5].joined(separator: "-"))
        else { return nil }
        self.init(log: log, number: number)
    }
}
