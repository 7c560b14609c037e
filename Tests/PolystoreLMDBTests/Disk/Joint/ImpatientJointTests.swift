import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite
import TestFolders
import Testing

@Suite("Stores of which saves wait for no lock")
struct ImpatientJointTests {
    @Test(
        "are opened, saved and closed where no other process has them",
        arguments: [JointGraph(.sqlite, .lmdb), JointGraph(.sqlite, .sqlite), JointGraph(.lmdb, .lmdb)])
    func alone(_ graph: JointGraph) throws {
        let folder = try TemporaryFolder("joint")
        let descriptions = graph.descriptions(in: folder.url).map { description in
            var description = description
            description.lockTimeout = .zero
            return description
        }
        for round in 0..<20 {
            let container = try PersistentContainer(
                model: Graph.classes, stores: descriptions, storeTypes: [.sqlite, .lmdb])
            // Nothing is done beside the saves, which would have to wait for it.
            container.coordinator.commitLogLimit = .max
            for number in 0..<3 {
                try container.withConfinedContext { context in
                    try JointGraph.insert("\(round) \(number)", context)
                    try context.save()
                }
            }
            #expect(try JointGraph.names(container).allSatisfy { $0.count == 3 * (round + 1) })
            try container.close()
        }
    }
}
