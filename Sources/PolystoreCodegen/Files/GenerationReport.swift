/// The report of a run.
public struct GenerationReport: Sendable, Hashable {
    /// The paths of the machine's files that were written.
    public internal(set) var machineFiles: [String] = []
    /// The paths of the files that were written for people.
    public internal(set) var humanFiles: [String] = []
    /// The number of files that were there already, the machine's with the same content.
    public internal(set) var unchanged = 0
    /// The paths of the files that were removed, because their entity is gone.
    public internal(set) var removed: [String] = []

    /// One line.
    public var summary: String {
        let machine = "\(machineFiles.count) machine \(machineFiles.count == 1 ? "file" : "files")"
        let human = "\(humanFiles.count) human \(humanFiles.count == 1 ? "file" : "files")"
        var text = "\(machine) and \(human) generated, \(unchanged) unchanged"
        if !removed.isEmpty { text += ", \(removed.count) removed" }
        return text
    }
}
