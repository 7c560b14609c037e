extension StoreError {
    /// Whether nobody knows what the store holds after the error, so that it must be reopened.
    public var leavesStateUnknown: Bool {
        switch code {
        case .failed, .inputOutput, .damaged: true
        default: false
        }
    }
}
