import Foundation

/// One run of a program: equal for everything that one process did, and different for every other process.
public struct ProcessIdentity: Hashable, Sendable {
    /// A UUID that the process made when it was first asked for.
    public let instance: UUID
    /// The name of the program.
    public let name: String
    /// The number that the system gave the process; numbers are reused.
    public let number: Int32

    /// Makes an identity from its parts.
    public init(instance: UUID, name: String, number: Int32) {
        self.instance = instance
        self.name = name
        self.number = number
    }

    /// This process.
    public static let current = ProcessIdentity(
        instance: UUID(), name: ProcessInfo.processInfo.processName,
        number: ProcessInfo.processInfo.processIdentifier)
}
