import Foundation
import PolystoreModel

/// Which events are traced, and their receiver.
public struct Trace: Sendable {
    /// The kinds of events that are traced.
    public var categories: Set<TraceCategory>
    /// Whether statements show the values that were bound to them: users' data, so only when asked for.
    public var showsValues: Bool
    /// The receiver of the events.
    public var receiver: any TraceReceiver

    /// Makes a trace.
    public init(
        _ categories: Set<TraceCategory>, showsValues: Bool = false,
        receiver: any TraceReceiver = StandardErrorReceiver()
    ) {
        self.categories = categories
        self.showsValues = showsValues
        self.receiver = receiver
    }

    /// The receiver, when events of a kind are traced.
    public func receiver(of category: TraceCategory) -> (any TraceReceiver)? {
        categories.contains(category) ? receiver : nil
    }

    private static let shared = Locked<Trace?>(Trace(environment: ProcessInfo.processInfo.environment))

    /// The trace of coordinators that are given none: at first what the variable `POLYSTORE_LOG` asks for.
    ///
    /// Read when a coordinator is made, so a program sets it before it opens its stores.
    public static var standard: Trace? {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
