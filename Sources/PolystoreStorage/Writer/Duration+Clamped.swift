extension Duration {
    /// The nearest duration within limits.
    package func clamped(to limits: ClosedRange<Duration>) -> Duration {
        min(max(self, limits.lowerBound), limits.upperBound)
    }
}
