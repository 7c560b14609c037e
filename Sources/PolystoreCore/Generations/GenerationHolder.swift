import PolystoreModel

/// A context that reads through a generation, as others may see it.
final class GenerationHolder: Sendable {
    private let label = Locked<(name: String?, author: String?)>((nil, nil))

    /// The context's name and the author of its changes, as they are now.
    var name: (name: String?, author: String?) {
        get { label.withLock { $0 } }
        set { label.withLock { $0 = newValue } }
    }
}
