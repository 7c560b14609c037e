import Foundation

extension Conformance {
    /// Writes the table of a factory whose last case has ended into the folder of `CONFORMANCE_TABLES`, if there is one.
    static func writeTable(of factory: ConformanceFactory) throws {
        guard let path = ProcessInfo.processInfo.environment["CONFORMANCE_TABLES"], !path.isEmpty else { return }
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = factory.name.replacing(" + ", with: "-").replacing("/", with: "-")
        try Data((table(of: [factory]) + "\n").utf8).write(to: folder.appendingPathComponent("\(name).md"))
    }
}
