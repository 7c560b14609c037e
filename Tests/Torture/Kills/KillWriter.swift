import Foundation
import Polystore
import PolystoreRandom

/// The process that is killed: it saves, and says so before and after each save.
enum KillWriter {
    /// A line of the writer.
    enum Line: Equatable {
        case opened
        case begins(Int64, stores: [Int])
        case returned(Int64)

        init?(_ text: String) {
            let words = text.split(separator: " ")
            switch words.first {
            case "o": self = .opened
            case "b":
                guard words.count == 3, let number = Int64(words[1]) else { return nil }
                self = .begins(number, stores: words[2].split(separator: ",").compactMap { Int($0) })
            case "a":
                guard words.count == 2, let number = Int64(words[1]) else { return nil }
                self = .returned(number)
            default: return nil
            }
        }

        var text: String {
            switch self {
            case .opened: "o"
            case .begins(let number, let stores): "b \(number) \(stores.map(String.init).joined(separator: ","))"
            case .returned(let number): "a \(number)"
            }
        }
    }

    /// Whether a save is of all stores, by its number; others are of one.
    static func isJoint(_ number: Int64) -> Bool { number % 2 == 0 }

    /// Saves for ever.
    ///
    /// - Parameter arguments: The backends, the folder, the first number, the seed, and how saves are made.
    /// - Throws: What keeps it from saving.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 5, var number = Int64(arguments[2]), let seed = UInt64(arguments[3]),
            let saving = Saving(rawValue: arguments[4])
        else { throw Invocation.Misuse(description: Invocation.usage) }
        let stores = try TortureStores(backends: arguments[0])
        let folder = URL(fileURLWithPath: arguments[1])
        var random = RandomSource(seed: seed)
        while true {
            let container = try stores.open(folder)
            try say(Line.opened.text)
            // Closing copies logs back, and lets the commit log go.
            for _ in 0..<(10 + random.below(60)) {
                var touched = Array(stores.kinds.indices)
                if !isJoint(number) { touched = [random.below(touched.count)] }
                try say(Line.begins(number, stores: touched).text)
                if saving == .unfounded { try say(Line.returned(number).text) }
                try saving.save(container, number, in: touched)
                if saving != .unfounded { try say(Line.returned(number).text) }
                number += 1
            }
            try container.close()
        }
    }
}
