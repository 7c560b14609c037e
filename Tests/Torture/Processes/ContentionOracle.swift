/// What the processes of a trial may find, by the order in which they say it.
struct ContentionOracle {
    /// The process that has the stores open for writing, if it was not killed.
    private(set) var holder: Int?
    private var killed: Set<Int> = []
    /// The last save that returned, or was found by a writer.
    private(set) var returned: Int64 = 0
    /// The last save that began.
    private var begun: Int64 = 0
    /// The last save that a reader has found.
    private var seen: Int64 = 0
    /// The least that each reader may find.
    private var looks: [Int: Int64] = [:]
    /// How often stores were opened for writing, refused, and read.
    private(set) var opened = 0
    private(set) var refused = 0
    private(set) var reads = 0

    /// How much longer than its limit a process may wait for a lock, in milliseconds: a process that is given no time by the
    /// system is no violation, one that waits for ever is.
    private static let patience = 15_000

    mutating func take(_ event: ContentionEvent, of process: Int) throws {
        switch event {
        case .opened(let number):
            if let holder, holder != process {
                throw Violation("process \(process) has the stores, and process \(holder) as well")
            }
            guard number >= max(returned, seen) else {
                throw Violation(
                    "process \(process) finds save \(number); \(returned) returned, and \(seen) was read before")
            }
            guard number <= begun else { throw Violation("process \(process) finds save \(number) after \(begun)") }
            // One whose kill was announced may still get here, and then nothing says when it has gone.
            holder = killed.contains(process) ? nil : process
            (returned, begun) = (number, number)
            opened += 1
        case .held(let waited, let limit):
            guard (limit...(limit + Self.patience)).contains(waited) else {
                throw Violation("process \(process) was refused after \(waited) ms, and was to wait \(limit) ms")
            }
            refused += 1
        case .begins(let number):
            try requireHolder(process, event)
            guard number == returned + 1 else { throw Violation("save \(number) follows \(returned)") }
            begun = number
        case .returned(let number):
            try requireHolder(process, event)
            guard number == begun else { throw Violation("save \(number) was not begun") }
            returned = number
        case .closes:
            try requireHolder(process, event)
            holder = nil
        case .looks: looks[process] = max(returned, seen)
        case .reads(let number):
            guard let least = looks[process], number >= least else {
                throw Violation("reader \(process) finds save \(number) after \(looks[process] ?? -1)")
            }
            guard number <= begun else { throw Violation("reader \(process) finds save \(number) after \(begun)") }
            seen = max(seen, number)
            reads += 1
        case .refused: break
        case .killed:
            killed.insert(process)
            if holder == process { holder = nil }
        case .violation(let text): throw Violation("process \(process): \(text)")
        }
    }

    /// A process that is being killed may still say what it did, until another one has the stores.
    private func requireHolder(_ process: Int, _ event: ContentionEvent) throws {
        guard holder == process || (holder == nil && killed.contains(process)) else {
            throw Violation(
                "process \(process) \(event.text), and \(holder.map { "process \($0) has" } ?? "no process has") the stores"
            )
        }
    }
}
