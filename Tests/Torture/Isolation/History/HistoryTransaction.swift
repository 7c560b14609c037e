/// What one context read, wrote and was told, from its first read to the end of its save.
struct HistoryTransaction {
    /// What is promised to a transaction.
    enum Level: String {
        /// Each fetch reads a cut of its own; what is written is checked by its version.
        case fetches
        /// All reads are of one cut; what is written is checked by its version.
        case snapshot
        /// As `snapshot`, and every object that was read is checked by its version, too.
        case serializable
    }

    enum Outcome: String {
        case committed
        /// Refused for a conflict, or given up by the program.
        case refused
        case unknown
    }

    /// Values that one read found.
    struct Reading {
        var values: [(key: HistoryKey, numbers: [Int])]
        /// Between which two moments it was read.
        var moments: ClosedRange<Int>?

        /// The same, had some numbers never been written.
        func without(_ numbers: Set<Int>) -> Reading {
            if numbers.isEmpty { return self }
            return Reading(
                values: values.map { ($0.key, $0.numbers.filter { !numbers.contains($0) }) }, moments: moments)
        }
    }

    struct Append {
        var key: HistoryKey
        var number: Int
        /// The version of the object after the save.
        var version: Int?
    }

    enum Event {
        /// A fetch: values of one cut.
        case cut(Reading)
        /// A look at objects that the context already had.
        case look(Reading)
        case append(Append)
    }

    /// The task that made it: its transactions follow each other.
    var session: String
    var number: Int
    var level = Level.fetches
    /// Whether a conflict is settled by writing over what is stored.
    var overwrites = false
    var events: [Event] = []
    var outcome = Outcome.committed
    /// When the save began and returned.
    var moments: ClosedRange<Int>?

    var name: String { "\(session)\(number)" }

    var appends: [Append] {
        events.compactMap { event in
            guard case .append(let append) = event else { return nil }
            return append
        }
    }
}
