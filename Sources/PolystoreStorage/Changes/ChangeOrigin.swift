import Foundation
import PolystoreModel

/// Where a change set comes from: the context, the author, the process and the time.
public struct ChangeOrigin: Hashable, Sendable {
    /// The name of the context that saved.
    public var contextName: String?
    /// The author that the context named.
    public var author: String?
    /// The process that saved.
    public var process: ProcessIdentity
    /// When the save was prepared, by the clock of the process.
    public var time: Date
    /// The number of the context within its process, 0 where no context saved; not encoded.
    package var context: UInt

    /// Makes an origin; the process is this one and the time is now, unless told otherwise.
    public init(
        contextName: String? = nil, author: String? = nil, process: ProcessIdentity = .current, time: Date = Date()
    ) {
        self.init(contextName: contextName, author: author, process: process, time: time, context: 0)
    }

    package init(
        contextName: String?, author: String?, process: ProcessIdentity = .current, time: Date = Date(), context: UInt
    ) {
        self.contextName = contextName
        self.author = author
        self.process = process
        self.time = time
        self.context = context
    }
}
