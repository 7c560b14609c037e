import Foundation
import Polystore

extension Graph {
    /// Saves another person, and tells what is on the disk then: the save lies in the redo log, and its pages were written
    /// without a sync.
    ///
    /// For the suites that record calls, one after another; the store is closed afterwards.
    func cutBehindSave(of name: String) throws -> (disk: DiskFolder, commit: CommitNumber) {
        defer { DiskCalls.stop() }
        var disk = try DiskFolder(file)
        let container = try open()
        DiskCalls.watch(folder)
        let context = container.newConfinedContext()
        try context.insert(Person.self) { $0.name = name }
        try context.save()
        disk.takeAll()
        let commit = try container.coordinator.stores[0].store.newestCommit()
        try container.close()
        return (disk, commit)
    }
}
