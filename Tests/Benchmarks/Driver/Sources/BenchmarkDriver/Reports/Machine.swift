import Foundation

/// The machine and the tools of a run, as far as the system tells.
public struct Machine: Hashable, Sendable, Codable {
    /// The processor's name.
    public let processor: String
    /// The number of processors.
    public let processors: Int
    /// Gibibytes of memory.
    public let memory: Int
    /// The operating system and its kernel.
    public let system: String
    /// The compiler.
    public let swift: String
    /// The mean number of running processes in the minute before the run.
    public let load: Double

    /// Looks at this machine.
    public init() {
        let information = ProcessInfo.processInfo
        processor = Self.value("model name", in: "/proc/cpuinfo") ?? "unknown"
        processors = information.processorCount
        memory = Int((Double(information.physicalMemory) / Double(1 << 30)).rounded())
        let kernel = Self.text("/proc/sys/kernel/osrelease").trimmingCharacters(in: .whitespacesAndNewlines)
        system = "\(information.operatingSystemVersionString), Linux \(kernel)"
        // Without a compiler on the path its version is unknown; the run does not need it.
        let version = try? RunnerProcess(["swift", "--version"]).output()
        swift = version?.split(separator: "\n").first { $0.contains("Swift version") }.map(String.init) ?? "unknown"
        load = Double(Self.text("/proc/loadavg").prefix { $0 != " " }) ?? 0
    }

    /// A file of the system; empty when it is not there, as on systems other than Linux.
    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""  // Not there: nothing to tell.
    }

    private static func value(_ name: String, in path: String) -> String? {
        text(path).split(separator: "\n").first { $0.hasPrefix(name) }?
            .split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
    }
}
