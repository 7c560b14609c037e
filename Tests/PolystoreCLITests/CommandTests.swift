import Foundation
import Polystore
import Testing

@testable import PolystoreCLI

/// The commands that look, as a user runs them: what they print, and the status that they end with.
@Suite("Looking into stores by command")
struct CommandTests {
    @Test("info --generations shows how much of the log a reader in another process keeps")
    func generations() throws {
        let folder = try StaffFolder(["Ada", "Bob"])
        let container = try folder.open()
        let reader = container.newConfinedContext()
        try reader.setQueryGeneration(.current)
        #expect(try reader.count(FetchRequest<ManagedObject>(entity: "Person")) == 2)
        let context = container.newConfinedContext()
        let people = try context.fetch(FetchRequest<ManagedObject>(entity: "Person"))
        for age in 40..<45 {
            try people[0].setValue(.integer(Int64(age)), forKey: "age")
            try context.save()
        }
        func heldBytes() throws -> Int? {
            let info = try folder.run("info", "staff.yaml", "--generations", "--format", "csv")
            #expect(info.status == 0, "\(info.errors)")
            let lines = info.output.split(separator: "\r\n").map(String.init)
            #expect(lines.first == "store,type,readers,heldLogBytes")
            #expect(lines.contains("companies,sqlite,,0"))
            return lines.first { $0.hasPrefix("people,sqlite,,") }.flatMap { Int($0.dropFirst(15)) }
        }
        #expect(try #require(try heldBytes()) > 5 * 4096)
        try reader.setQueryGeneration(nil)
        #expect(try heldBytes() == 0)
        try container.close()
        try folder.remove()
    }

    @Test("info, query, explain and check show what the stores hold, also when the store file names no model")
    func looking() throws {
        let folder = try StaffFolder(["Ada", "Bob", "Cleo"])
        for file in ["staff.yaml", "plain.yaml"] {
            let info = try folder.run("info", file, "--format", "csv")
            #expect(info.status == 0, "\(info.errors)")
            #expect(info.output.contains("people,sqlite,readWrite,Person,3,"))
            let query = try folder.run(
                "query", file, "Person", "age > 30", "--sort", "-age", "--select", "name,age", "--format", "csv")
            #expect(query.status == 0, "\(query.errors)")
            #expect(query.output == "name,age\r\nCleo,32\r\nBob,31\r\n")
            #expect(try folder.run("query", file, "Person", "--count").output == "3\n")
            let explain = try folder.run("explain", file, "Person", "employer.name == 'Acme'")
            #expect(explain.status == 0)
            #expect(explain.output.contains("in companies: 1 object for employer"))
            let groups = try folder.run(
                "explain", file, "Person", "--group-by", "employer.name", "--select", "employer.name, count(SELF)",
                "--having", "count(SELF) > 1", "--analyze")
            #expect(groups.status == 0, "\(groups.errors)")
            #expect(groups.output.hasPrefix("fetch Person, computing employer.name, count(SELF) grouped by"))
            #expect(groups.output.contains("groups: in SQL [actual 1]"))
            #expect(groups.output.contains("then look up employer.name for the groups of people [actual 1]"))
            #expect(groups.output.contains("then keep groups where count(SELF) > 1 [actual 1]"))
            let wrong = try folder.run("explain", file, "Person", "--select", "agee * 2")
            #expect(wrong.status == 65 && wrong.errors.contains("--select:1:1: error"))
            let check = try folder.run("check", file)
            #expect(check.status == 0)
            #expect(check.output.contains("people: 3 rows"))
        }
        try folder.remove()
    }

    @Test("query computes columns, and groups with their aggregates")
    func computing() throws {
        let folder = try StaffFolder(["Ada", "Bob", "Cleo"])
        func query(_ arguments: String...) throws -> String {
            let result = try folder.run(["query", "staff.yaml", "Person"] + arguments + ["--format", "csv"])
            #expect(result.status == 0, "\(result.errors)")
            return result.output
        }
        #expect(
            try query("age > 30", "--select", "name, age * 2 as double, length(name)", "--sort", "-length(name)")
                == "name,double,length(name)\r\nCleo,64,4\r\nBob,62,3\r\n")
        #expect(
            try query(
                "--select", "length(name) as letters, count(SELF) as people, average(age) as age", "--group-by",
                "length(name)", "--sort=-count(SELF)")
                == "letters,people,age\r\n3,2,30.5\r\n4,1,32.0\r\n")
        #expect(
            try query(
                "--select", "length(name) as letters", "--group-by", "length(name)", "--having", "count(SELF) > 1")
                == "letters\r\n3\r\n")
        #expect(try query("--select", "employer.name", "--distinct") == "employer.name\r\nAcme\r\n")
        for arguments in [["--select", "agee * 2"], ["--select", "age *"], ["--having", "count(SELF >"]] {
            let result = try folder.run(["query", "staff.yaml", "Person"] + arguments)
            #expect(result.status != 0)
            #expect(result.errors.contains(arguments[0]), "\(result.errors)")
        }
        try folder.remove()
    }

    @Test("config and types answer without any store")
    func files() throws {
        let folder = try StaffFolder([])
        #expect(
            try folder.run("config", "check", "plain.yaml", "staff.yaml").output == """
                plain.yaml: 2 stores, entities not checked (no model), no problems
                staff.yaml: 2 stores, 2 entities, no problems

                """)
        try folder.write(StaffFolder.stores.replacing("sqlite, url: c", with: "sqllite, url: c"), "bad.yaml")
        let bad = try folder.run("config", "check", "bad.yaml")
        #expect(bad.status == 65)
        #expect(bad.errors.hasPrefix("bad.yaml:3:22: error: unknown store type 'sqllite'"), "\(bad.errors)")
        let schema = try folder.run("config", "schema")
        #expect(schema.status == 0)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(schema.output.utf8)) }
        let types = try folder.run("types", "--format", "csv")
        #expect(types.status == 0)
        #expect(types.output.contains("sqlite,PolystoreSQLite,ability,externalStorage,yes,"), "\(types.output)")
        #expect(types.output.contains("memory,PolystoreMemory,ability,isDurable,no,"))
        #expect(types.output.contains("lmdb,PolystoreLMDB,option,mapSize,"))
        try folder.remove()
    }

    @Test("a file whose entities are partitioned over stores in memory can be looked at, also behind --")
    func partitionsInMemory() throws {
        let folder = try StaffFolder([])
        let model = """
            polystoreModel: 1
            model: M
            entities: { Order: { attributes: { region: string } } }
            """
        try folder.write(model, "orders.model.yaml")
        let stores = """
            polystore: 1
            model: orders.model.yaml
            stores:
              a: { type: memory, entities: [Order] }
              b: { type: memory, entities: [Order] }
            partitions: { Order: { by: region, homes: { eu: a, us: b } } }
            """
        try folder.write(stores, "orders.yaml")
        for arguments in [["check", "orders.yaml"], ["check", "--", "orders.yaml"], ["info", "orders.yaml"]] {
            let result = try folder.run(arguments)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
        }
        try folder.remove()
    }

    @Test(
        "a command line that makes no sense ends with status 64 and a message that begins like all others",
        arguments: [
            ["qery"], ["query", "staff.yaml"], ["query", "staff.yaml", "Person", "--limit", "-1"],
            ["query", "staff.yaml", "Person", "--offset=-2"], ["info", "staff.yaml", "--format", "xml"],
        ])
    func usage(arguments: [String]) throws {
        let result = try CommandProcess(arguments, in: FileManager.default.temporaryDirectory)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("error: "), "\(result.errors)")
        if arguments.contains("--limit") { #expect(result.errors.contains("from 0 on; found -1")) }
    }

    @Test("every unknown name of a predicate or an order is shown at its place, with what was probably meant")
    func unknownNames() throws {
        let folder = try StaffFolder(["Ada"])
        let result = try folder.run(
            "query", "staff.yaml", "Person", "name == 'agee' AND agee > 3 AND employer.nam == 'x'", "--sort=-agge")
        #expect(result.status == 65)
        #expect(
            result.errors == """
                predicate:1:20: error: entity 'Person' has no property 'agee' (did you mean 'age'?)
                    name == 'agee' AND agee > 3 AND employer.nam == 'x'
                                       ^
                predicate:1:42: error: entity 'Company' has no property 'nam' (did you mean 'name'?)
                    name == 'agee' AND agee > 3 AND employer.nam == 'x'
                                                             ^
                --sort:1:2: error: entity 'Person' has no property 'agge' (did you mean 'age'?)
                    -agge
                     ^

                """)
        let groups = try folder.run(
            "query", "staff.yaml", "Person", "--select", "employer.nam, sum(aeg)", "--group-by", "employer.nam",
            "--having", "count(SELF) > 1 AND max(agge) > 3")
        #expect(groups.status == 65)
        #expect(
            groups.errors == """
                --select:1:10: error: entity 'Company' has no property 'nam' (did you mean 'name'?)
                    employer.nam, sum(aeg)
                             ^
                --select:1:19: error: entity 'Person' has no property 'aeg' (did you mean 'age'?)
                    employer.nam, sum(aeg)
                                      ^
                --group-by:1:10: error: entity 'Company' has no property 'nam' (did you mean 'name'?)
                    employer.nam
                             ^
                --having:1:25: error: entity 'Person' has no property 'agge' (did you mean 'age'?)
                    count(SELF) > 1 AND max(agge) > 3
                                            ^

                """)
        let single = try folder.run(
            "query", "staff.yaml", "Person", "age > 1", "--select", "name, age", "--group-by", "name")
        #expect(single.status == 65)
        #expect(single.errors.hasPrefix("--select:1:7: error: "), "\(single.errors)")
        #expect(single.errors.contains("\n    name, age\n          ^\n"), "\(single.errors)")
        let wrongType = try folder.run("query", "staff.yaml", "Person", "age == 'x'")
        #expect(wrongType.status == 65)
        #expect(wrongType.errors.contains("error: "), "\(wrongType.errors)")
        #expect(try folder.run("query", "staff.yaml", "Persn").errors.contains("did you mean 'Person'?"))
        for (columns, place) in [("", "1:1"), ("name,,age", "1:6")] {
            let empty = try folder.run("query", "staff.yaml", "Person", "--select", columns)
            #expect(empty.status == 65)
            #expect(empty.errors.hasPrefix("--select:\(place): error: "), "\(empty.errors)")
            #expect(empty.output.isEmpty)
        }
        try folder.remove()
    }

    @Test(
        "a store in the place of a store file is told apart from a file that is wrong",
        arguments: [["info"], ["check"], ["config", "check"]])
    func storeForFile(command: [String]) throws {
        let folder = try StaffFolder(["Ada"])
        let result = try CommandProcess(command + ["people.sqlite"], in: folder.url)
        #expect(result.status == 65)
        let expected =
            "people.sqlite: error: this is a store; what is needed is a store file, which names stores (YAML or JSON)"
        #expect(result.errors == expected + "\n")
        try folder.remove()
    }

    @Test("a file that is not there ends with status 66 and is named as it was given")
    func missing() throws {
        let folder = try StaffFolder(["Ada"])
        let file = try folder.run("info", "nothing.yaml")
        #expect(file.status == 66)
        #expect(file.errors == "nothing.yaml: error: the file does not exist\n")
        try folder.write("polystore: 1\nmodel: missing.model.yaml\n" + StaffFolder.stores.dropFirst(13), "mm.yaml")
        for command in [["info", "mm.yaml"], ["config", "check", "mm.yaml"]] {
            let model = try CommandProcess(command, in: folder.url)
            #expect(model.status == 66)
            #expect(model.errors == "mm.yaml:2:8: error: model 'missing.model.yaml' does not exist\n")
        }
        try FileManager.default.removeItem(at: folder.url.appending(path: "companies.sqlite"))
        let store = try folder.run("query", "plain.yaml", "Person")
        #expect(store.status == 66)
        #expect(store.errors.hasPrefix("plain.yaml:3:"), "\(store.errors)")
        #expect(store.errors.contains("does not exist, and 'create' is false"))
        try folder.remove()
    }

    @Test("a damaged row is told once, with status 65")
    func damaged() throws {
        let folder = try StaffFolder(["Ada", "Cleopatra"])
        let file = folder.url.appending(path: "people.sqlite")
        var bytes = try Data(contentsOf: file)
        let place = try #require(bytes.range(of: Data("Cleopatra".utf8), options: .backwards))
        bytes.replaceSubrange(place, with: Data("Cleopatre".utf8))
        try bytes.write(to: file)
        let result = try folder.run("query", "staff.yaml", "Person")
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix("staff.yaml: error: "))
        #expect(result.errors.split(separator: "the checksum is wrong").count == 2, "\(result.errors)")
        #expect(result.errors.split(separator: "entity: Person").count == 2, "\(result.errors)")
        try folder.remove()
    }

    @Test("a store that another program writes is not removed: status 69")
    func held() throws {
        let folder = try StaffFolder(["Ada"])
        let container = try folder.open()
        let result = try folder.run("store", "reset", "staff.yaml", "people", "--yes")
        #expect(result.status == 69, "\(result.errors)")
        try container.close()
        try folder.remove()
    }

    @Test("a reader that goes away ends the command with status 141 and without a word, a full disk with status 74")
    func closedPipes() throws {
        let folder = try StaffFolder((0..<1500).map { "\($0) " + String(repeating: "x", count: 150) })
        let head = try CommandProcess(
            shell: "polystore query staff.yaml Person --select name,age --format csv | head -1; exit ${PIPESTATUS[0]}",
            in: folder.url)
        #expect(head.status == 141)
        #expect(head.output == "name,age\r\n")
        #expect(head.errors.isEmpty)
        let full = try CommandProcess(shell: "polystore query staff.yaml Person > /dev/full", in: folder.url)
        #expect(full.status == 74)
        #expect(full.errors.hasPrefix("error: "), "\(full.errors)")
        try folder.remove()
    }
}
