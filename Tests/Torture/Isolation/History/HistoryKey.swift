/// One property of one object, or one set of objects, in a history. The first character says how it is written:
///
/// - `x`: a list of numbers, to whose end a transaction adds its own;
/// - `#x`: a set of new objects, each with a number, found by a predicate;
/// - `~x`: a register, whose number the next save replaces whatever it was. A save tells the version that it made.
struct HistoryKey: Hashable, Comparable, CustomStringConvertible {
    enum Kind {
        case list, set, register
    }

    let description: String

    init(_ description: String) { self.description = description }

    var kind: Kind {
        switch description.first {
        case "#": .set
        case "~": .register
        default: .list
        }
    }

    static func < (left: HistoryKey, right: HistoryKey) -> Bool { left.description < right.description }
}
