import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite
import TestFolders
import Testing

/// Every write of a save over several stores as the last thing that its process does.
///
/// The calls are watched in the processes that are killed, so nothing here stands in the way of other suites.
@Suite("Saves over several stores whose writer is killed beside a reader")
struct JointKillTests {
    private static let graphs = [JointGraph(.sqlite, .lmdb), JointGraph(.lmdb, .sqlite)]

    @Test(
        "P2, P4: behind whichever write its writer is killed, the next one makes a save whole, or it never was",
        arguments: graphs)
    func killedBehindWrites(_ graph: JointGraph) async throws {
        let folder = try TemporaryFolder("joint")
        let made = try graph.open(in: folder.url)
        let context = made.newConfinedContext()
        try JointGraph.insert("first", context)
        try context.save()
        try made.close()
        // It keeps what the engines share between processes as the killed writer leaves it.
        let reader = try graph.open(in: folder.url, access: .readOnly)
        let (path, types) = (folder.path, graph.types.map(\.name))
        var outcomes: [Bool] = []
        // Behind the last write of a save the process ends by itself; it is far behind the one that decides.
        var place = 0
        while outcomes.suffix(20).filter({ $0 }).count < 20, place < 200 {
            await #expect(processExitsWith: .signal(SuddenEnd.signal)) {
                [path = path as String, types = types as [String], place = place as Int] in
                let folder = URL(fileURLWithPath: path)
                let container = try JointGraph(names: types).open(in: folder)
                let context = container.newConfinedContext()
                try JointGraph.insert("save \(place)", context)
                DiskCalls.watch(folder)
                DiskCalls.kill(after: place)
                try context.save()
                SuddenEnd.die()
            }
            await #expect(processExitsWith: .success) { [path = path as String, types = types as [String]] in
                let container = try JointGraph(names: types).open(in: URL(fileURLWithPath: path))
                let names = try JointGraph.names(container)
                try #require(names.allSatisfy { $0 == names[0] })
                try container.close()
            }
            let names = try JointGraph.names(reader)
            #expect(names.allSatisfy { $0 == names[0] }, "killed behind write \(place): \(names)")
            outcomes.append(names[0].contains("save \(place)"))
            place += 1
        }
        #expect(outcomes.first == false && outcomes.last == true)
        // Once a save is decided, no later write brings it back.
        #expect(outcomes == outcomes.filter { !$0 } + outcomes.filter { $0 }, "\(outcomes)")
        try reader.close()
    }
}
