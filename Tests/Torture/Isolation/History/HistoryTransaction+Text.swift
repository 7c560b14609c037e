// A transaction is a line, as a test has it and a violation prints it:
//
//     A1 snapshot: {x: 1 2, #y: }@3-4 x+5 [x: 1 2 5] committed@7-8
//
// The task and the number, the level, `overwrites` where that is so; then what happened: a cut in braces, a look in
// brackets, what was added, `~x+5v2` with the version that it made; then the outcome. Moments may be left out.
extension HistoryTransaction: CustomStringConvertible {
    init(line: Substring) throws {
        guard let colon = line.firstIndex(of: ":") else { throw Violation("no colon in '\(line)'") }
        var words = line[..<colon].split(separator: " ")[...]
        guard let name = words.popFirst(), let digits = name.firstIndex(where: \.isNumber),
            let number = Int(name[digits...])
        else { throw Violation("no name in '\(line)'") }
        self.init(session: String(name[..<digits]), number: number)
        for word in words {
            if word == "overwrites" {
                overwrites = true
            } else if let level = Level(rawValue: String(word)) {
                self.level = level
            } else {
                throw Violation("'\(word)' in '\(line)'")
            }
        }
        var rest = line[line.index(after: colon)...]
        while let first = rest.first {
            switch first {
            case " ": rest.removeFirst()
            case "{": events.append(.cut(try Self.reading(&rest, to: "}")))
            case "[": events.append(.look(try Self.reading(&rest, to: "]")))
            default: try take(Self.word(&rest))
            }
        }
    }

    private mutating func take(_ word: Substring) throws {
        let parts = word.split(separator: "@")
        if let outcome = Outcome(rawValue: String(parts[0])) {
            self.outcome = outcome
            moments = parts.count > 1 ? try Self.moments(parts[1]) : nil
            return
        }
        let append = word.split(separator: "+")
        let numbers = (append.last ?? "").split(separator: "v").map { Int($0) }
        guard append.count == 2, let number = numbers.first ?? nil else { throw Violation("'\(word)' says nothing") }
        let version = numbers.count > 1 ? numbers[1] : nil
        events.append(.append(Append(key: HistoryKey(String(append[0])), number: number, version: version)))
    }

    private static func word(_ rest: inout Substring) -> Substring {
        let word = rest.prefix { $0 != " " }
        rest = rest.dropFirst(word.count)
        return word
    }

    private static func reading(_ rest: inout Substring, to end: Character) throws -> Reading {
        guard let close = rest.firstIndex(of: end) else { throw Violation("no \(end) in '\(rest)'") }
        let inner = rest[rest.index(after: rest.startIndex)..<close]
        rest = rest[rest.index(after: close)...]
        let values = try inner.split(separator: ",").map { text -> (key: HistoryKey, numbers: [Int]) in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let numbers = (parts.last ?? "").split(separator: " ").map { Int($0) }
            guard parts.count == 2, !numbers.contains(nil) else { throw Violation("'\(text)' is no value") }
            return (HistoryKey(parts[0].trimmingPrefix(" ").description), numbers.compactMap(\.self))
        }
        var reading = Reading(values: values, moments: nil)
        if rest.first == "@" { reading.moments = try moments(word(&rest).dropFirst()) }
        return reading
    }

    private static func moments(_ text: Substring) throws -> ClosedRange<Int> {
        let ends = text.split(separator: "-").map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
            throw Violation("'\(text)' are no moments")
        }
        return first...last
    }

    var description: String { text { _ in true } }

    /// The line, of keys that are wanted.
    func text(_ isWanted: (HistoryKey) -> Bool) -> String {
        func at(_ moments: ClosedRange<Int>?) -> String {
            moments.map { "@\($0.lowerBound)-\($0.upperBound)" } ?? ""
        }
        func reading(_ reading: Reading, _ ends: (String, String)) -> String? {
            let values = reading.values.filter { isWanted($0.key) }
            if values.isEmpty { return nil }
            let texts = values.map { "\($0.key): \($0.numbers.map(String.init).joined(separator: " "))" }
            return ends.0 + texts.joined(separator: ", ") + ends.1 + at(reading.moments)
        }
        let head = "\(name) \(level.rawValue)\(overwrites ? " overwrites" : ""):"
        let body = events.compactMap { event in
            switch event {
            case .cut(let values): reading(values, ("{", "}"))
            case .look(let values): reading(values, ("[", "]"))
            case .append(let append):
                isWanted(append.key) ? "\(append.key)+\(append.number)\(append.version.map { "v\($0)" } ?? "")" : nil
            }
        }
        return ([head] + body + [outcome.rawValue + at(moments)]).joined(separator: " ")
    }
}
