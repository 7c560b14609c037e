extension StoreError {
    /// Whether the store's content is unknown after the error, so that it must be reopened.
    public var leavesStateUnknown: Bool {
        switch code {
        case .failed, .inputOutput, .damaged: true
        default: false
        }
    }
}
