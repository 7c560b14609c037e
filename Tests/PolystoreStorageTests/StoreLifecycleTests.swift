import PolystoreStorage
import Testing

@Suite("The lifecycle of a store")
struct StoreLifecycleTests {
    /// Every state, every event, and the state after it; events that are not listed cannot happen.
    static let transitions: [StoreLifecycle.State: [StoreLifecycle.Event: StoreLifecycle.State]] = [
        .open: [.begin: .writing, .fail: .failed, .close: .closed],
        .writing: [.prepare: .prepared, .rollback: .open, .fail: .failed],
        .prepared: [.commit: .open, .rollback: .open, .fail: .failed],
        .failed: [.fail: .failed, .close: .closed],
        .closed: [.close: .closed],
    ]

    @Test("every event in every state leads where the table says, or is refused and changes nothing")
    func everyTransition() throws {
        for state in StoreLifecycle.State.allCases {
            for event in StoreLifecycle.Event.allCases {
                let expected = StoreLifecycleTests.transitions[state]?[event]
                #expect(StoreLifecycle.state(after: event, in: state) == expected, "\(event) in \(state)")
                var lifecycle = try StoreLifecycleTests.lifecycle(in: state)
                if let expected {
                    try lifecycle.handle(event)
                    #expect(lifecycle.state == expected)
                } else {
                    let error = #expect(throws: StoreError.self) { try lifecycle.handle(event) }
                    #expect(error?.code == StoreLifecycleTests.refusal(state), "\(event) in \(state)")
                    #expect(lifecycle.state == state)
                }
            }
        }
    }

    @Test("no event leads out of the closed state, and none but close out of the failed one")
    func finalStates() {
        for event in StoreLifecycle.Event.allCases {
            #expect(StoreLifecycle.state(after: event, in: .closed) ?? .closed == .closed)
            let next = StoreLifecycle.state(after: event, in: .failed) ?? .failed
            #expect(next == .failed || (event == .close && next == .closed))
        }
    }

    private static func refusal(_ state: StoreLifecycle.State) -> StoreError.Code {
        switch state {
        case .failed: .failed
        case .closed: .closed
        default: .outOfOrder
        }
    }

    private static func lifecycle(in state: StoreLifecycle.State) throws -> StoreLifecycle {
        var lifecycle = StoreLifecycle()
        let path: [StoreLifecycle.Event] =
            switch state {
            case .open: []
            case .writing: [.begin]
            case .prepared: [.begin, .prepare]
            case .failed: [.fail]
            case .closed: [.close]
            }
        for event in path { try lifecycle.handle(event) }
        return lifecycle
    }
}
