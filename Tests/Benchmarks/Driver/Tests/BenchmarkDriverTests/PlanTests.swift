import BenchmarkDriver
import Foundation
import Testing

struct PlanTests {
    @Test func `arguments have a known name and a value`() throws {
        let arguments = try Arguments(["rounds=3", "only=W1,W2", "products="], known: ["rounds", "only", "products"])
        #expect(try arguments.number("rounds") == 3)
        #expect(arguments.list("only") == ["W1", "W2"])
        #expect(arguments["products"] == nil && arguments.list("products").isEmpty)
        for wrong in ["rounds", "other=1"] {
            #expect(throws: DriverError.argument(wrong)) { try Arguments([wrong], known: ["rounds"]) }
        }
        #expect(throws: DriverError.self) { try Arguments(["rounds=0"], known: ["rounds"]).number("rounds") }
    }

    @Test func `unknown workloads and products are refused by name`() throws {
        let settings = try RunSettings([
            "only=W1,W13,W12,oo7,inheritance,queries", "products=lmdbc,polystore-sqlite+lmdb",
        ])
        #expect(settings.only.count == 6 && settings.products.count == 2)
        for wrong in ["only=W99", "products=oracle"] {
            #expect(throws: DriverError.argument(wrong)) { try RunSettings([wrong]) }
        }
    }

    @Test func `a product that could not be built is refused with the reason`() throws {
        let list = FileManager.default.temporaryDirectory.appendingPathComponent("peers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: list) }
        try "absent\twt-dbo\tno package here\n".write(to: list, atomically: true, encoding: .utf8)
        #expect(throws: DriverError.absent("wt-dbo", "no package here")) {
            try RunSettings(["peers=\(list.path)", "products=wt-dbo"])
        }
    }

    @Test func `peers are present with a program or absent with a reason`() throws {
        let list = try PeerList("present\tgrdb\t/bin/grdb\nabsent\twt-dbo\tno package here\n")
        #expect(list.present == ["grdb": ["/bin/grdb"]])
        #expect(list.absent == ["wt-dbo": "no package here"])
        #expect(throws: DriverError.self) { try PeerList("present\tgrdb") }
    }

    @Test func `peers that are not there leave the field and are told of`() {
        let field = Field(binaries: "bin", peers: ["grdb": ["g"]], absent: ["wt-dbo": "no package"])
        #expect(field.contestants.filter { $0.role == .peer }.map(\.product) == ["grdb-hand", "grdb-codable"])
        #expect(field.absent == ["wt-dbo": "no package"])
    }

    @Test func `given sizes take the places of a plan's own`() {
        let plan = Plan("test", rounds: 1, sizes: ["objects=1", "seconds=3"])
        #expect(plan.with(sizes: ["objects=2", "saves=4"]).sizes == ["seconds=3", "objects=2", "saves=4"])
    }

    @Test func `a plan grows by its own sizes or the usual ones, the last of which count`() {
        #expect(Plan.small.grown(by: 10).sizes == ["objects=1000000", "companies=10000", "lookups=1000000"])
        let given = Plan.small.with(sizes: ["objects=500", "companies=5"]).grown(by: 10)
        #expect(given.sizes == ["objects=5000", "companies=50", "lookups=1000000"])
    }
}
