/// Does something again and again, at some distance, on a task of its own.
struct PeriodicTask: Sendable {
    /// What it is called in reports.
    let name: String
    /// The shortest time from the end of one turn to the next.
    let distance: Duration
    let gate: Gate
    let tally: Tally

    /// Runs until the gate says that the run is over; it has joined the gate before.
    func run(_ turn: @Sendable (Int) async throws -> Void) async {
        let clock = ContinuousClock()
        var next = clock.now + distance
        var count = 0
        while await gate.pass() {
            if clock.now >= next {
                do {
                    try await turn(count)
                    tally.count(name)
                } catch {
                    if let expected = ExpectedError.name(of: error) {
                        tally.count(expected)
                    } else {
                        tally.report("\(name): \(type(of: error)): \(error)")
                    }
                }
                count += 1
                next = clock.now + distance
            }
            // Short, because a checkpoint waits for it. A cancelled sleep is only shorter.
            try? await Task.sleep(for: .milliseconds(50))
        }
        await gate.leave()
    }
}
