import Foundation

/// Counts how often a contestant waits for the disk at each save.
///
/// The contestant runs twice with a library loaded before it that counts syncs, with different numbers of saves; the
/// difference leaves out what opening, filling and closing take.
public struct SyncCount {
    private let library: String
    private let folder: URL
    private static let saves = (few: 100, many: 300)

    /// Prepares counting with a library, on files in a folder.
    public init(library: String, folder: URL) {
        self.library = library
        self.folder = folder
    }

    /// Syncs for each save of one object.
    public func perSave(_ contestant: Contestant) throws -> Double {
        let (few, many) = (try count(contestant, Self.saves.few), try count(contestant, Self.saves.many))
        return Double(many - few) / Double(Self.saves.many - Self.saves.few)
    }

    private func count(_ contestant: Contestant, _ saves: Int) throws -> Int {
        let place = folder.appendingPathComponent("syncs")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let sizes = ["objects=1000", "companies=10", "only=W10", "saves=\(saves)", "directory=\(place.path)"]
        let result = Result {
            try RunnerProcess(contestant.command + sizes, environment: ["LD_PRELOAD": library]).output()
        }
        try FileManager.default.removeItem(at: place)
        return try result.get().split(separator: "\n").reduce(0) { sum, line in
            line.hasPrefix("Y ") ? sum + (Int(line.dropFirst(2)) ?? 0) : sum
        }
    }
}
