import PolystoreModel

/// A place for one value between a writer that never waits and a reader that does: a value that was not taken is
/// replaced.
final class NewestValue<Element: Sendable>: Sendable {
    private struct State {
        var value: Element?
        var reader: CheckedContinuation<Element?, any Error>?
        var isEnded = false
        var error: (any Error)?
    }

    private enum Answer {
        case none
        case value(Element?)
        case failure(any Error)
    }

    private let state = Locked(State())

    /// Puts a value in the place of the one that waits there.
    func put(_ replace: @Sendable (Element?) -> Element) {
        let (reader, value) = state.withLock { state -> (CheckedContinuation<Element?, any Error>?, Element?) in
            guard !state.isEnded else { return (nil, nil) }
            let value = replace(state.value)
            guard let reader = state.reader else {
                state.value = value
                return (nil, nil)
            }
            state.reader = nil
            return (reader, value)
        }
        reader?.resume(returning: value)
    }

    /// Lets nothing come any more; what waits is taken first.
    func finish(throwing error: (any Error)? = nil) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, any Error>? in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            defer { state.reader = nil }
            if state.reader == nil { state.error = error }
            return state.reader
        }
        if let error { reader?.resume(throwing: error) } else { reader?.resume(returning: nil) }
    }

    /// Takes the value, or waits for one; nil at the end, and when the task is cancelled.
    ///
    /// One reader waits at a time: of two, the first gets nil.
    ///
    /// - Throws: The error that ended it, once.
    func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (answer, other) = state.withLock { state -> (Answer, CheckedContinuation<Element?, any Error>?) in
                    if Task.isCancelled { return (.value(nil), nil) }
                    if let value = state.value {
                        state.value = nil
                        return (.value(value), nil)
                    }
                    if let error = state.error {
                        state.error = nil
                        return (.failure(error), nil)
                    }
                    if state.isEnded { return (.value(nil), nil) }
                    defer { state.reader = continuation }
                    return (.none, state.reader)
                }
                other?.resume(returning: nil)
                switch answer {
                case .none: break
                case .value(let value): continuation.resume(returning: value)
                case .failure(let error): continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            let reader = state.withLock { state -> CheckedContinuation<Element?, any Error>? in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: nil)
        }
    }
}
