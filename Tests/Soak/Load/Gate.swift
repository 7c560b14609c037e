/// What all loops pass before each step, and where they wait while the run is looked at.
actor Gate {
    private var memberCount = 0
    private var isClosed = false
    private var isOver = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var stopper: CheckedContinuation<Void, Never>?

    /// Counts one more loop; it must call `leave` when it ends.
    func join() { memberCount += 1 }

    /// Lets a loop that has ended be forgotten.
    func leave() {
        memberCount -= 1
        tellStopper()
    }

    /// Waits while the gate is closed.
    ///
    /// - Returns: Whether the loop is to go on.
    func pass() async -> Bool {
        if isClosed {
            await withCheckedContinuation { continuation in
                waiting.append(continuation)
                tellStopper()
            }
        }
        return !isOver
    }

    /// Closes the gate, and waits until all loops stand before it.
    func close() async {
        isClosed = true
        if waiting.count < memberCount { await withCheckedContinuation { stopper = $0 } }
    }

    /// Lets all loops go on.
    func open() {
        isClosed = false
        let loops = waiting
        waiting = []
        for loop in loops { loop.resume() }
    }

    /// Lets all loops end.
    func end() {
        isOver = true
        open()
    }

    private func tellStopper() {
        guard waiting.count >= memberCount else { return }
        stopper?.resume()
        stopper = nil
    }
}
