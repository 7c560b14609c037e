import Synchronization

/// Hands values to everybody who listens, in the order in which they are sent.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: @Sendable (Element) -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Calls a closure with every value from now on, on the sender's thread, until the result is let go.
    package func listen(_ body: @escaping @Sendable (Element) -> Void) -> Listening {
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = body
            return state.next
        }
        return Listening { [weak self] in self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
    }

    /// Sends a value.
    package func send(_ element: Element) {
        let listeners = state.withLock { state in state.listeners.sorted { $0.key < $1.key }.map(\.value) }
        for listener in listeners { listener(element) }
    }

    /// Whether anybody listens.
    package var isHeard: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// The values from now on, buffered without bound for a slow reader.
    package func values() -> AsyncStream<Element> {
        AsyncStream { continuation in
            let listening = listen { continuation.yield($0) }
            continuation.onTermination = { _ in listening.stop() }
        }
    }
}
