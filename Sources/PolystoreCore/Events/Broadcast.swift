import PolystoreModel

/// Hands values to all listeners, in the order in which they are sent.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct Listener {
        let number: Int
        let receive: @Sendable (Element) -> Void
        /// Called when the sender is gone and nothing can come any more.
        let finish: @Sendable () -> Void
    }

    private struct State {
        var last = 0
        /// In the order in which they began to listen.
        var listeners: [Listener] = []
    }

    private let state = Locked(State())

    package init() {}

    deinit { for listener in state.withLock({ $0.listeners }) { listener.finish() } }

    /// Calls a closure with every value from now on, on the sender's thread, until the result is let go.
    ///
    /// A value that is being sent meanwhile may still come.
    package func listen(
        _ receive: @escaping @Sendable (Element) -> Void, finish: @escaping @Sendable () -> Void = {}
    ) -> Listening {
        let number = state.withLock { state in
            state.last += 1
            state.listeners.append(Listener(number: state.last, receive: receive, finish: finish))
            return state.last
        }
        return Listening { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: Int) {
        // Released outside of the lock: what a listener holds may end here.
        let removed = state.withLock { state in
            state.listeners.firstIndex { $0.number == number }.map { state.listeners.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    /// Sends a value.
    package func send(_ element: Element) {
        for listener in state.withLock({ $0.listeners }) { listener.receive(element) }
    }

    /// Whether there are listeners.
    package var isHeard: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// The values from now on, buffered without bound for a slow reader; they end when the sender is gone.
    package func values() -> AsyncStream<Element> {
        AsyncStream { continuation in
            let listening = listen({ continuation.yield($0) }, finish: { continuation.finish() })
            continuation.onTermination = { _ in listening.stop() }
        }
    }
}
