/// A process that makes trials, so that what it does to itself harms nothing else.
struct Worker {
    /// How a worker ended.
    enum Ending {
        /// It made all trials.
        case finished
        /// It ended otherwise; what is known of why.
        case died(String)
        /// It was killed because the run ends.
        case stopped
    }

    private let child: ChildProcess

    init(arguments: [String]) throws { child = try ChildProcess(arguments: arguments) }

    /// Takes the worker's lines until it ends.
    ///
    /// - Parameters:
    ///   - patience: How many seconds may pass without a line.
    ///   - isStopped: Whether the run ends.
    ///   - take: Called with each line.
    /// - Returns: How it ended.
    /// - Throws: What `take` throws.
    func run(patience: Int, isStopped: () -> Bool, _ take: (TrialReport.Line) throws -> Void) throws -> Ending {
        var (silence, isFinished) = (0, false)
        while true {
            if isStopped() {
                child.kill()
                _ = child.wait()
                return .stopped
            }
            switch child.read(waiting: 1000) {
            case .line(let text):
                silence = 0
                guard let line = TrialReport.Line(text[...]) else { continue }
                if case .end = line { isFinished = true }
                try take(line)
            case .nothing:
                silence += 1
                guard silence > patience else { continue }
                child.kill()
                _ = child.wait()
                return .died("no word for \(patience) seconds")
            case .end:
                let reason = child.wait()
                return isFinished && reason == nil ? .finished : .died(reason ?? "an early end")
            }
        }
    }
}
