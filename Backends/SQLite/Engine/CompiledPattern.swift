import PolystoreQuery

/// A pattern in a box that the engine can hold.
final class CompiledPattern {
    let pattern: LikePattern

    init(_ pattern: LikePattern) { self.pattern = pattern }
}
