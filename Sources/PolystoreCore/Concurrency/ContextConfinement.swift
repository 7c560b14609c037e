/// Where a context may be used.
public enum ContextConfinement: Hashable, Sendable {
    /// On the main thread; the main actor's context.
    case main
    /// On a serial queue of its own; the context is passed to the closures of `perform`.
    case privateQueue
    /// On the thread that made it, or in the task or the actor that holds it; such a context performs no work for others.
    case thread
}
