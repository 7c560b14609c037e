import CPolystoreSystem

/// A thread that does a part of something large while its caller does the rest.
///
/// There is one for the process, which begins when it is asked for first and never ends. While it helps somebody, others do
/// everything themselves: what is done side by side takes one processor more than what is not, whoever asks.
package final class HelperThread: Sendable {
    /// The process's helper.
    package static let shared = HelperThread()

    private enum State {
        case unknown
        /// The thread begins, or cannot be had, or has no other processor to run on.
        case absent
        /// The thread begins, and somebody wants its help.
        case begun(() -> Void)
        case idle(UInt)
        /// Somebody wants help, which has not begun.
        case asked(UInt, () -> Void)
        case helping(UInt)
        /// Help has ended, and who asked for it does not know yet.
        case ended(UInt)
    }

    private let state = Monitor(State.unknown)

    private init() {}

    /// Runs two closures: side by side when the helper is free, else one behind the other, the caller's own first.
    ///
    /// - Parameters:
    ///   - own: Runs on the caller's thread.
    ///   - other: Runs on the helper's thread or the caller's, once; it has ended when this returns or throws.
    /// - Returns: What the caller's own closure returns.
    /// - Throws: What it throws.
    package func run<Result, Failure: Error>(
        _ own: () throws(Failure) -> Result, beside other: @escaping () -> Void
    ) throws(Failure) -> Result {
        let isAsked = ask(other)
        defer { if !isAsked || !hasHelped() { other() } }
        return try own()
    }

    /// Asks for help; false when there is none now.
    ///
    /// The thread is sent to another processor first: left alone, it wakes where it ran last, and if that is the caller's
    /// it stays there for some milliseconds, longer than it has to do.
    private func ask(_ work: @escaping () -> Void) -> Bool {
        // SAFETY: runs once, and who asks waits for it.
        nonisolated(unsafe) let work = work
        let (isAsked, isUnknown) = state.update(waking: { state -> (result: (Bool, Bool), wakes: Bool) in
            switch state {
            case .unknown where polystore_processor_count() > 1:
                state = .begun(work)
                return ((true, true), false)
            case .unknown:
                state = .absent
                return ((false, false), false)
            case .idle(let thread) where polystore_send_elsewhere(thread):
                state = .asked(thread, work)
                return ((true, false), true)
            default: return ((false, false), false)
            }
        })
        if isUnknown { _ = SystemThread.start("polystore help") { [self] in help() } }
        return isAsked
    }

    /// Waits until help has ended; false when it had not begun, and does not any more.
    private func hasHelped() -> Bool {
        state.wait { state in
            switch state {
            case .asked(let thread, _):
                state = .idle(thread)
                return false
            case .begun:
                state = .absent
                return false
            case .ended(let thread):
                state = .idle(thread)
                return true
            case .unknown, .absent, .idle, .helping: return nil
            }
        } ?? false
    }

    /// What runs on the thread.
    private func help() {
        let thread = polystore_running_thread()
        state.update { state in
            if case .absent = state { state = .idle(thread) }
        }
        while true {
            let work: (() -> Void)? = state.wait { state in
                switch state {
                case .begun(let work), .asked(_, let work):
                    state = .helping(thread)
                    return work
                default: return nil
                }
            }
            work?()
            state.update { $0 = .ended(thread) }
        }
    }
}
