import PolystoreModel

/// The states that a store goes through between opening and closing, as a pure value that its writer keeps.
///
/// The writer calls a store only in the order below. A store keeps no states of its own: it reports how each call went, and
/// refuses what needs an engine that it has closed.
///
///                 begin             prepare
///       ┌──────┐ ───────► ┌─────────┐ ───────► ┌──────────┐
///       │ open │          │ writing │          │ prepared │
///       └──────┘ ◄─────── └─────────┘          └──────────┘
///        │    ▲  rollback      │                 │  │
///        │    └────────────────│─────────────────┘  │
///        │     commit, rollback│                    │
///        │                     │ fail               │ fail
///        │ close               ▼                    │
///        │   fail         ┌────────┐                │
///        │ ─────────────► │ failed │ ◄──────────────┘
///        ▼                └────────┘
///     ┌────────┐  close     │
///     │ closed │ ◄──────────┘
///     └────────┘
///
/// A store fails when an error leaves its state unknown; from then on it refuses everything but to be closed. Closing
/// a closed store and failing a failed one change nothing. A store that is being written is not closed: its transaction
/// ends first.
public struct StoreLifecycle: Hashable, Sendable {
    /// Where a store is.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Ready: no transaction is open.
        case open
        /// A transaction is open and takes changes.
        case writing
        /// A transaction is complete; only the disk can make its commit fail.
        case prepared
        /// An error left the state unknown.
        case failed
        /// Closed for good.
        case closed
    }

    /// What happens to a store.
    package enum Event: String, Hashable, Sendable, CaseIterable {
        case begin, prepare, commit, rollback, fail, close
    }

    /// Where the store is.
    public private(set) var state = State.open

    /// Makes the lifecycle of a store that was just opened.
    package init() {}

    /// The state after an event; nil when the event cannot happen in the state.
    package static func state(after event: Event, in state: State) -> State? {
        switch (state, event) {
        case (.open, .begin): .writing
        case (.writing, .prepare): .prepared
        case (.prepared, .commit), (.prepared, .rollback), (.writing, .rollback): .open
        case (.open, .fail), (.writing, .fail), (.prepared, .fail), (.failed, .fail): .failed
        case (.open, .close), (.failed, .close), (.closed, .close): .closed
        default: nil
        }
    }

    /// Takes an event.
    ///
    /// - Throws: `failed` or `closed` when the store is so, `outOfOrder` when the event does not fit the transaction; the
    ///   state stays as it was.
    package mutating func handle(_ event: Event) throws(StoreError) {
        guard let next = StoreLifecycle.state(after: event, in: state) else {
            let details: ErrorDetails = [.expected: event.rawValue, .found: state.rawValue]
            switch state {
            case .failed: throw StoreError(.failed, details)
            case .closed: throw StoreError(.closed, details)
            default: throw StoreError(.outOfOrder, details)
            }
        }
        state = next
    }
}
