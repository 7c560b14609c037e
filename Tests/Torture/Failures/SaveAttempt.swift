import Polystore

/// A save that was tried while calls failed, and what was told of it.
struct SaveAttempt {
    enum Outcome {
        /// It returned, or a store has yet to catch up with it.
        case made
        case refused
        /// It shows when the stores are opened anew.
        case unknown
    }

    let number: Int64
    let touched: [Int]
    let outcome: Outcome
    /// Whether a store has to be opened anew, as far as the error tells.
    var leavesStateUnknown = false

    /// A save that returned.
    init(_ number: Int64, _ touched: [Int]) { (self.number, self.touched, outcome) = (number, touched, .made) }

    /// A save that threw, or whose changes could not be made.
    init(_ number: Int64, _ touched: [Int], _ error: any Error, isSaved: Bool) {
        (self.number, self.touched) = (number, touched)
        let isUnknown = error.chain.contains { ($0 as? CoordinatorError)?.code == .unknownOutcome }
        leavesStateUnknown = isUnknown || error.storeErrors.contains(where: \.leavesStateUnknown)
        if !isSaved {
            outcome = .refused
        } else if error.isStoreBehind {
            outcome = .made
        } else if isUnknown || touched.count == 1 && leavesStateUnknown {
            outcome = .unknown
        } else {
            outcome = .refused
        }
    }
}
