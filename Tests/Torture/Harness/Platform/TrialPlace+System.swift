import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension TrialPlace {
    /// This machine, and the file system of a folder.
    static func current(_ folder: URL) throws -> TrialPlace {
        let kernel = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
        return TrialPlace(
            revision: ProcessInfo.processInfo.environment["TORTURE_REVISION"] ?? "unknown",
            kernel: kernel.trimmingCharacters(in: .whitespacesAndNewlines), fileSystem: try fileSystem(folder))
    }

    /// The type of the mount whose point is the longest beginning of a path.
    private static func fileSystem(_ folder: URL) throws -> String {
        let path = folder.resolvingSymlinksInPath().path
        var best = (length: 0, type: "unknown")
        for line in try String(contentsOfFile: "/proc/mounts", encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2 else { continue }
            let point = String(fields[1])
            let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
            if isAbove, point.count >= best.length { best = (point.count, String(fields[2])) }
        }
        return best.type
    }
}
