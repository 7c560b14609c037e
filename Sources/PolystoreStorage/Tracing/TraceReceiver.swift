/// Takes the events of a trace: prints them, logs them, counts them.
///
/// Called on the thread on which the event happened, in the middle of the work: it is to be quick, and must not use the
/// stores, contexts or coordinators that it hears of.
public protocol TraceReceiver: Sendable {
    /// Takes an event.
    func receive(_ event: TraceEvent)
}
