import Foundation
import Polystore

/// What it takes to read 64 KiB of predicate text of every shape that makes parsers slow: time, at most a second for
/// reading, printing and reading again, and the most memory that the process ever had, at most 256 MiB.
enum ParserMeasurement {
    static func run() -> Bounds {
        var bounds = Bounds()
        for (name, text) in texts {
            let what = "read \(text.utf8.count / 1024) KiB: \(name)"
            var isEqual = true
            let nanoseconds = Stopwatch.measure(what, operations: 1, rounds: 3) {
                do {
                    let predicate = try FetchPredicate(format: text)
                    let again = try FetchPredicate(format: predicate.formatText)
                    isEqual = isEqual && again == predicate
                } catch {
                    print("  refused: \(error)")
                }
            }
            if !isEqual { bounds.fail("\(what): reads back as another") }
            bounds.hold(what, Int(nanoseconds / 1e6), atMost: 1_000, "ms")
        }
        print("peak memory: \(peakMemory.map(String.init) ?? "unknown") MiB")
        if let peakMemory { bounds.hold("peak memory", peakMemory, atMost: 256, "MiB") }
        return bounds
    }

    private static let size = 64 << 10

    private static var texts: [(String, String)] {
        func filled(_ start: String, _ part: String, _ end: String) -> String {
            start + String(repeating: part, count: (size - start.count - end.count) / part.count) + end
        }
        return [
            ("deep parentheses", filled("", "(", "age > 1")), ("200 parentheses", nested(190)),
            ("many negations", filled("", "NOT ", "age > 1")), ("a long list", filled("age IN {1", ", 12345", "}")),
            ("a long chain of AND", filled("age > 1", " AND age > 1", "")),
            ("a long chain of OR and AND", filled("age > 1", " OR a=1 AND b=2", "")),
            ("a long text", filled("name = \"", "x", "\"")),
            ("escapes in a text", filled("name = \"", "\\u{1F600}", "\"")),
            ("a long sum", filled("1", " + 1", " = 2")), ("a long path", filled("a", ".a", " = 1")),
            ("open brackets", filled("a", "[", "")), ("nested functions", filled("", "abs(", "1")),
            ("many fetches", filled("1 IN FETCH(A", " WHERE 1 IN FETCH(A", "")),
        ]
    }

    private static func nested(_ depth: Int) -> String {
        let part = String(repeating: "(", count: depth) + "age > 1" + String(repeating: ")", count: depth)
        return Array(repeating: part, count: size / part.count).joined(separator: " OR ")
    }

    /// The most memory that the process ever had, in MiB, as Linux tells.
    private static var peakMemory: Int? {
        // Where the system does not tell, the figure is not known.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line.flatMap { Int($0.filter(\.isNumber)) }
        return kilobytes.map { $0 / 1024 }
    }
}
