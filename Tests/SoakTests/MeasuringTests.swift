import Foundation
import Testing

@testable import Soak

@Suite("What a long run measures")
struct MeasuringTests {
    private static let status = """
        Name:\tSoak
        VmPeak:\t  999999 kB
        VmRSS:\t   61440 kB
        RssAnon:\t   40960 kB
        RssFile:\t   16384 kB
        RssShmem:\t    4096 kB
        Threads:\t12
        """

    @Test("memory is what no file backs, and mapped files are told apart from it")
    func parse() throws {
        let status = try ProcessStatus(text: Self.status)
        #expect(status.anonymous == 40_960 * 1_024)
        #expect(status.mapped == 20_480 * 1_024)
    }

    @Test("a system that does not tell anonymous memory is an error and not a zero")
    func missing() {
        #expect(throws: SoakFailure.self) { try ProcessStatus(text: "VmRSS:\t 61440 kB\nRssAnon:\t lots kB\n") }
    }

    @Test("this process has memory, a heap and descriptors, and more heap while it keeps more")
    func current() throws {
        let before = try ProcessStatus.current()
        #expect(before.anonymous > 0 && before.heap > 0 && before.descriptors > 2)
        let bytes = [UInt8](repeating: 1, count: 64 << 20)
        let during = try ProcessStatus.current()
        #expect(during.heap >= before.heap + bytes.count / 2)
    }

    @Test("logs and lock files are told apart from the files that hold objects")
    func files() {
        var use = FileUse()
        for name in ["work.sqlite", "words.lmdb", "8F1B2C", "commit.logs"] { use.add(10, of: name) }
        for name in ["work.sqlite-wal", "work.sqlite-shm", "words.lmdb-lock", "work-commit.log"] {
            use.add(1, of: name)
        }
        #expect(use.stores == 40 && use.logs == 4)
    }

    @Test("a line of the table has a column under each word of the header")
    func table() {
        var checkpoint = Checkpoint()
        checkpoint.process.anonymous = 3 << 20
        #expect(checkpoint.line.count == Checkpoint.header.count)
        #expect(checkpoint.line.contains(" 3072 "))
    }

    @Test("without words a run takes an hour, and words that say nothing are refused")
    func words() throws {
        #expect(try Invocation([]).seconds == 3_600)
        let asked = try Invocation(["--seconds", "120", "--seed", "7"])
        #expect(asked.seconds == 120 && asked.seed == 7)
        for words in [["--seconds"], ["--seconds", "long"], ["--seconds", "1"], ["--minutes", "3"]] {
            #expect(throws: Invocation.Misuse.self) { try Invocation(words) }
        }
        // An option that is none is told before a value that it lacks.
        let misuse = #expect(throws: Invocation.Misuse.self) { try Invocation(["--help"]) }
        #expect(misuse?.description.hasPrefix("no option --help") ?? false)
    }

    @Test("a closed gate keeps loops waiting until it opens, and tells them when the run is over")
    func gate() async {
        let gate = Gate()
        await gate.join()
        #expect(await gate.pass())
        let loop = Task {
            var count = 0
            while await gate.pass() {
                count += 1
                await Task.yield()
            }
            await gate.leave()
            return count
        }
        await gate.close()
        await gate.open()
        await gate.close()
        await gate.end()
        _ = await loop.value
        // A loop that has left is not waited for.
        await gate.close()
        #expect(!(await withGateOpened(gate)))
    }

    private func withGateOpened(_ gate: Gate) async -> Bool {
        await gate.open()
        return await gate.pass()
    }
}
