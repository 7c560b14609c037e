import Foundation
import Testing

/// Conditions that a test can live under in a process of its own only.
enum RestrictedSystem: String {
    case smallDisk, unwritableFolder

    private static let variable = "POLYSTORE_RESTRICTION"
    private static let place = "POLYSTORE_RESTRICTION_FOLDER"

    /// Whether this process lives under the conditions.
    var isHere: Bool { ProcessInfo.processInfo.environment[Self.variable] == rawValue }

    /// The folder that the conditions hold for.
    static var folder: URL {
        get throws { URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment[place])) }
    }

    /// Says that the test ran to its end.
    static func finish() throws {
        let folder = try folder
        #expect(FileManager.default.createFile(atPath: folder.path + ".done", contents: nil))
    }

    /// Whether this machine can make the conditions; always false below them.
    var isPossible: Bool {
        guard ProcessInfo.processInfo.environment[Self.variable] == nil else { return false }
        return TestProcess.isPossible(conditions(at: "/tmp"))
    }

    /// Runs a test under the conditions; it must end well and to its end.
    func run(_ test: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let proof = folder.appendingPathExtension("done")
        defer {
            // Both lie in a temporary place.
            try? FileManager.default.removeItem(at: folder)
            try? FileManager.default.removeItem(at: proof)
        }
        let status = try TestProcess.run(
            test: test, under: conditions(at: folder.path), [Self.variable: rawValue, Self.place: folder.path])
        #expect(status == 0)
        #expect(FileManager.default.fileExists(atPath: proof.path), "the test ran to its end")
    }

    private func conditions(at folder: String) -> [String] {
        switch self {
        case .smallDisk: TestProcess.smallDisk(at: folder)
        case .unwritableFolder: NSUserName() == "root" ? TestProcess.withoutPowers : []
        }
    }
}
