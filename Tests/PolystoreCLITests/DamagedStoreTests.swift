import Foundation
import Polystore
import PolystoreLMDB
import PolystoreSQLite
import TestFolders
import Testing

/// What the command says of stores whose files are not what was written.
@Suite("Damaged stores by command")
struct DamagedStoreTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    static let types = ["sqlite", "lmdb"]

    init() throws {
        temporary = try TemporaryFolder("damaged")
        try Data(StaffFolder.model.utf8).write(to: folder.appending(path: "staff.model.yaml"))
    }

    /// Makes a store with enough objects for trees of two levels, and gives its bytes.
    private func make(_ type: String) throws -> [UInt8] {
        for (file, place) in [("staff", "staff"), ("other", "other")] {
            let text = """
                polystore: 1
                model: staff.model.yaml
                stores:
                  staff: { type: \(type), url: \(place).store, entities: all }
                """
            try Data(text.utf8).write(to: folder.appending(path: "\(file).yaml"))
        }
        let container = try open()
        let context = container.newConfinedContext()
        for number in 0..<400 {
            let company = try context.insert(entity: "Company")
            try company.setValue(.string("Company \(number)"), forKey: "name")
            let person = try context.insert(entity: "Person")
            try person.setValue(.string("Person \(number)"), forKey: "name")
            try person.setRelatedObject(company, forKey: "employer")
            if number == 300 { try context.save() }
        }
        try context.save()
        try container.close()
        return [UInt8](try Data(contentsOf: folder.appending(path: "staff.store")))
    }

    private func open() throws -> PersistentContainer {
        try PersistentContainer(
            configuration: folder.appending(path: "staff.yaml").path, storeTypes: [.sqlite, .lmdb])
    }

    private func write(_ bytes: some Collection<UInt8>) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.contains(".store") {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        try? FileManager.default.removeItem(at: folder.appending(path: "saved"))  // not every command makes one
        try Data(bytes).write(to: folder.appending(path: "staff.store"))
    }

    private static let commands = [
        ["info", "staff.yaml"], ["info", "staff.yaml", "--digest"],
        ["query", "staff.yaml", "Person", "employer.name == 'Company 7'"],
        ["query", "staff.yaml", "Person", "--select", "employer.name,count(name)", "--group-by", "employer.name"],
        ["explain", "staff.yaml", "Person", "name == 'Person 3'", "--analyze"],
        ["copy", "staff.yaml", "--to", "other.yaml"], ["backup", "staff.yaml", "--to", "saved"],
    ]

    /// Runs a command on the damaged file: it does its work or says damage with both files' names.
    private func run(_ arguments: [String], _ place: String) throws -> Int32 {
        let result = try CommandProcess(arguments, in: folder)
        let told = result.errors
        let isCheck = arguments[0] == "check"
        #expect(
            result.status == 0 || result.status == 65 || isCheck && result.status == 1,
            "\(arguments), \(place): \(result.status), \(told)")
        guard result.status == 65 else { return result.status }
        #expect(told.contains("damaged") || told.contains("not a store of this type"), "\(arguments), \(told)")
        #expect(told.contains("staff.store"), "\(arguments), \(place): \(told)")
        #expect(told.contains(".yaml"), "\(arguments), \(place): \(told)")
        #expect(!told.contains("read only") && !told.contains("reading only") && !told.contains("lack"), "\(told)")
        return result.status
    }

    @Test(
        "whatever page is damaged, commands end with status 65 and the file's name, and check says something",
        arguments: types)
    func pages(type: String) throws {
        let whole = try make(type)
        var unnoticed: [Int] = []
        for page in 0..<whole.count / 4096 {
            var bytes = whole
            // The first bytes of the file say what it is.
            for offset in page * 4096 + (page == 0 ? 100 : 0)..<(page + 1) * 4096 {
                bytes[offset] = [0, 255, UInt8(truncatingIfNeeded: offset &* 31 &+ page)][page % 3]
            }
            for command in [["check", "staff.yaml"], Self.commands[page % Self.commands.count]] {
                try write(bytes)
                let status = try run(command, "page \(page)")
                if command[0] == "check", status == 0 { unnoticed.append(page) }
            }
        }
        // Pages to which nothing leads: old states of LMDB, and the older of its two first pages.
        #expect(type == "sqlite" ? unnoticed.isEmpty : unnoticed.count < whole.count / 4096 / 2, "\(unnoticed)")
    }

    @Test("a damaged first page or a cut off file is said by every command and by opening", arguments: types)
    func beginning(type: String) throws {
        let whole = try make(type)
        var first = whole
        for offset in 100..<4096 * (type == "lmdb" ? 2 : 1) { first[offset] = 0 }
        for (place, bytes) in [("first page", first[...]), ("half", whole[..<(whole.count / 8192 * 4096)])] {
            for command in [["check", "staff.yaml"], ["model", "show", "staff.store"]] + Self.commands {
                try write(bytes)
                let result = try CommandProcess(command, in: folder)
                let isPartial = place == "half" && command[0] == "model"
                let text: Comment = "\(command), \(place): \(result.errors)"
                #expect(result.status == 65 || isPartial && result.status == 0, text)
                #expect(result.errors.contains("staff.store") || isPartial, text)
            }
            try write(bytes)
            let error = #expect(throws: ConfigurationError.self) { try open().close() }
            let cause = (error?.cause as? CoordinatorError)?.cause as? StoreError
            #expect(cause?.code == .damaged, "\(place): \(String(describing: error))")
        }
    }

    @Test("a backup of a file that was cut off within a page is refused, or has everything that the file had")
    func partialPage() throws {
        let whole = try make("lmdb")
        func digest() throws -> GraphDigest {
            let container = try open()
            defer { try? container.close() }  // it was only read
            return try container.coordinator.digest()
        }
        let before = try digest()
        for count in [1, 1500, 4095] {
            try write(whole.dropLast(count))
            let target = "saved\(count)"
            let result = try CommandProcess(["backup", "staff.yaml", "--to", target], in: folder)
            guard result.status == 0 else {
                #expect(result.status == 65 && result.errors.contains("staff"), "\(result.errors)")
                continue
            }
            // The page that was cut off is in no table now.
            let saved = folder.appending(path: target)
            let file = try #require(try BackupManifest(of: saved).stores.first?.file)
            try write(try Data(contentsOf: saved.appending(path: file))[...])
            #expect(try digest() == before)
        }
    }
}
