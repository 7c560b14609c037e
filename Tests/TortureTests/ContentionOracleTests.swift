import Testing

@testable import Torture

struct ContentionOracleTests {
    @Test("two processes that have the stores open for writing are a violation")
    func twoHolders() throws {
        var oracle = ContentionOracle()
        try oracle.take(.opened(0), of: 1)
        #expect(throws: Violation.self) { try oracle.take(.opened(0), of: 2) }
    }

    @Test("a process that is being killed may open the stores and save once more, and the next one follows it")
    func lastWords() throws {
        var oracle = ContentionOracle()
        try oracle.take(.killed, of: 1)
        try oracle.take(.opened(0), of: 1)
        try oracle.take(.begins(1), of: 1)
        try oracle.take(.returned(1), of: 1)
        try oracle.take(.opened(1), of: 2)
        #expect(oracle.holder == 2)
        #expect(throws: Violation.self) { try oracle.take(.begins(2), of: 1) }
    }

    @Test("a process that is being killed has no stores beside the one that has them")
    func lastWordsBesideHolder() throws {
        var oracle = ContentionOracle()
        try oracle.take(.opened(0), of: 1)
        try oracle.take(.killed, of: 2)
        #expect(throws: Violation.self) { try oracle.take(.opened(0), of: 2) }
    }

    @Test("a process that was refused before its time was over is a violation")
    func refusedEarly() throws {
        var oracle = ContentionOracle()
        try oracle.take(.held(waited: 1_000, limit: 1_000), of: 1)
        #expect(throws: Violation.self) { try oracle.take(.held(waited: 208, limit: 1_000), of: 1) }
    }
}
