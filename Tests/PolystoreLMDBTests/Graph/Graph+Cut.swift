import Foundation
import Polystore

extension Graph {
    /// Saves another person, and tells what is on the disk then: the save lies in the redo log, and what makes it the last
    /// state was written without a sync.
    ///
    /// For the suites that record calls, one after another; the store is closed afterwards.
    func cutBehindSave(of name: String) throws -> (disk: DiskImage, commit: CommitNumber) {
        defer { DiskCalls.stop() }
        var disk = DiskImage([UInt8](try Data(contentsOf: file)))
        let container = try open()
        DiskCalls.watch(folder)
        let context = container.newConfinedContext()
        try context.insert(Person.self) { $0.name = name }
        try context.save()
        for call in DiskCalls.calls(to: file.lastPathComponent) { disk.take(call) }
        let commit = try container.coordinator.stores[0].store.newestCommit()
        try container.close()
        return (disk, commit)
    }
}
