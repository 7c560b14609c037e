import Foundation

/// What the command line asks for.
struct Invocation {
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    /// The experiment, `slice`, `report`, or what a process of this program's own does.
    var command = ""
    /// Further words.
    var arguments: [String] = []
    /// How many trials are wanted, controls not counted.
    var count = Int.max
    /// The first seed; the one behind the last in the results if nil.
    var seed: UInt64?
    /// The only configuration that is tried.
    var configuration: String?
    /// How many trials are made of a case with one seed.
    var limit: Int?
    /// The only trial that is made.
    var trial: Int?
    /// How long at most.
    var seconds: Double?
    /// How many processes make trials.
    var workers = 2
    /// Whether the folders of violations are kept.
    var keeps = false
    var results = URL(fileURLWithPath: "Tests/Torture/Results")

    static let usage = """
        usage: Torture EXPERIMENT [--count N] [--seed S] [--configuration NAME] [--limit N] [--trial N] [--seconds N]
                       [--workers N] [--keep] [--results FOLDER]
               Torture slice [--results FOLDER]    a little of each experiment, as continuous integration runs it
               Torture report [--results FOLDER]   the table of all results; status 1 if a promise was violated
        """

    init(_ words: [String]) throws {
        var words = words[...]
        guard let command = words.popFirst() else { throw Misuse(description: Self.usage) }
        self.command = command
        if ["worker", "writer", "reader", "contender", "opener"].contains(command) {
            arguments = Array(words)
            return
        }
        while let word = words.popFirst() {
            if word == "--keep" {
                keeps = true
                continue
            }
            guard let value = words.popFirst() else {
                throw Misuse(description: "\(word) needs a value\n\(Self.usage)")
            }
            switch word {
            case "--count": count = try Self.number(value)
            case "--seed": seed = try Self.number(value)
            case "--configuration": configuration = value
            case "--limit": limit = try Self.number(value)
            case "--trial": trial = try Self.number(value)
            case "--seconds": seconds = try Self.number(value)
            case "--workers": workers = max(1, try Self.number(value))
            case "--results": results = URL(fileURLWithPath: value)
            default: throw Misuse(description: "no option \(word)\n\(Self.usage)")
            }
        }
    }

    private static func number<Number: LosslessStringConvertible>(_ text: String) throws -> Number {
        guard let number = Number(text) else { throw Misuse(description: "'\(text)' is no number") }
        return number
    }

    /// Where folders of trials are made: in memory where the system has such a place, because a disk spends most of a run
    /// on syncing; TORTURE_FOLDER says otherwise.
    static let parent: URL = {
        if let chosen = ProcessInfo.processInfo.environment["TORTURE_FOLDER"] { return URL(fileURLWithPath: chosen) }
        let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
        return FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
    }()

    /// A new folder for a worker.
    func makeFolder() throws -> URL {
        let folder = Self.parent.appendingPathComponent("polystore-torture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
