/// Keeps a listener listening for as long as it is held.
package final class Listening: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Stops listening now.
    package func stop() { end() }
}
