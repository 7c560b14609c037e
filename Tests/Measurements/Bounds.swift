/// What figures must not exceed; the program fails when one does.
struct Bounds {
    /// What was exceeded, in words.
    private(set) var broken: [String] = []

    /// Holds a figure to a bound.
    mutating func hold(_ what: String, _ figure: Int, atMost bound: Int, _ unit: String) {
        if figure > bound { broken.append("\(what): \(figure) \(unit), at most \(bound) \(unit) are allowed") }
    }

    /// Notes that something went wrong.
    mutating func fail(_ what: String) { broken.append(what) }

    /// Says what was exceeded; the status to exit with.
    func report() -> Int32 {
        for line in broken { print("BROKEN \(line)") }
        if broken.isEmpty { print("all bounds hold") }
        return broken.isEmpty ? 0 : 1
    }
}
