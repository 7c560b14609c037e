import CPolystoreDiskCalls

/// The mounts that this process and the ones that it starts see.
enum MountTable {
    /// Whether the process has a table of its own, in which mounts do no harm and with which they go; it takes the rights for
    /// it.
    static let isOwn = polystore_calls_own_mounts() == 0

    /// Shows a folder in the place of another one as well.
    static func bind(_ folder: String, to place: String) throws {
        let error = polystore_calls_mount(folder, place)
        guard error == 0 else { throw Violation("\(folder) cannot be mounted at \(place): \(error)") }
    }
}
