import Foundation
import PolystoreModel
import PolystoreModelFiles
import Testing

/// Which version of a model a store was written with.
@Suite("Versions that stores were written with")
struct StoreMatchingTests {
    @Test(
        "every real store whose model is known finds its version, by the model that it keeps and by its tables",
        .enabled(if: Corpus.folder != nil, Corpus.missing))
    func corpus() throws {
        let folder = try #require(Corpus.folder)
        var (byModel, byTables) = (0, 0)
        for store in try CorpusStore.all() {
            guard let (url, versions) = store.source(in: folder) else { continue }
            let bundle = try ModelBundle(contentsOf: url)
            var evidence = try store.evidence(in: folder)
            if evidence.model != nil {
                let found = try bundle.versions(matching: evidence)
                // Two versions that Core Data takes for one may differ in what a modifier says.
                #expect(!found.isEmpty && versions.isSuperset(of: found.map(\.version)), "\(store.store): \(found)")
                #expect(found.allSatisfy { $0.basis == .storedModel })
                byModel += 1
            }
            evidence.model = nil
            let found = try bundle.versions(matching: evidence)
            #expect(Set(found.map(\.version)).isSuperset(of: versions), "\(store.store): \(found)")
            #expect(found.allSatisfy { $0.basis == .tables })
            if Set(found.map(\.version)) == versions { byTables += 1 }
        }
        #expect(byModel == 22)
        #expect(byTables == 23)
    }

    @Test(
        "every model that a real store keeps is read, and a store without one says so",
        .enabled(if: Corpus.folder != nil, Corpus.missing))
    func keptModels() throws {
        let folder = try #require(Corpus.folder)
        var read = 0
        for store in try CorpusStore.all() {
            let evidence = try store.evidence(in: folder)
            #expect(evidence.modelProblems.isEmpty, "\(store.store): \(evidence.modelProblems)")
            #expect(evidence.metadataProblem == nil, "\(store.store)")
            guard let model = evidence.model?.description else { continue }
            #expect(Set(model.entities.map(\.name)).isSuperset(of: evidence.entities), "\(store.store)")
            // What the store keeps is what its tables were made of.
            var tables = evidence
            tables.model = nil
            #expect(StoreMatch.match(of: model, with: tables)?.basis == .tables, "\(store.store)")
            read += 1
        }
        #expect(read == 45)
    }

    @Test(
        "a compiled model is matched by Core Data's own hashes", .enabled(if: Corpus.folder != nil, Corpus.missing),
        arguments: [
            ("SampleModel/Fixtures/SampleModel_V2.sqlite", "SampleModel/Fixtures/SampleModel.momd", "SampleModel2"),
            ("SampleModel3/Fixtures/SampleModel3_V1.sqlite", "SampleModel3/Fixtures/SampleModel3.momd", "SampleModel3"),
        ])
    func compiled(_ store: String, _ model: String, _ version: String) throws {
        let folder = try #require(Corpus.folder).appending(path: "alemar11+CoreDataPlus/Tests/Resources")
        let evidence = try CorpusStore(store: store, model: []).evidence(in: folder)
        let bundle = try CompiledModelBundle(contentsOf: folder.appending(path: model))
        #expect(try bundle.versions(matching: evidence) == [StoreMatch(version: version, basis: .entityHashes)])
        var other = evidence
        other.entityHashes[other.entityHashes.keys.first ?? ""] = [1]
        #expect(try bundle.versions(matching: other).isEmpty, "Core Data's hashes decide where they are known")
    }

    private static let people = EntityDescription(
        "Person", .attribute("name", .string), .attribute("scratch", .undefined, .transient),
        .toMany("tags", "Tag", inverse: "people"), .toMany("pets", "Animal", inverse: "owner", .ordered),
        .toOne("favourite", "Animal"), .toMany("notes", "Tag"))
    private static let model = ModelDescription(
        "Zoo",
        [
            people, EntityDescription("Tag", .attribute("text", .string), .toMany("people", "Person", inverse: "tags")),
            EntityDescription("Animal", .attribute("name", .string), .toOne("owner", "Person", inverse: "pets")),
            EntityDescription("Cat", parent: "Animal", .attribute("text", .string)),
            EntityDescription("Dog", parent: "Animal", .attribute("text", .string)),
        ])

    private static func tables(
        _ change: (inout [String: Set<String>]) -> Void = { _ in }
    ) -> StoreEvidence {
        var columns: [String: Set<String>] = [
            "ZPERSON": ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "ZFAVOURITE", "Z1_FAVOURITE"],
            "ZTAG": ["Z_PK", "Z_ENT", "Z_OPT", "ZTEXT", "Z3NOTES"],
            "ZANIMAL": ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "ZOWNER", "Z_FOK_OWNER", "ZTEXT", "ZTEXT1"],
            "Z_4TAGS": ["Z_4PEOPLE", "Z_5TAGS"], "Z_METADATA": [], "Z_PRIMARYKEY": [],
        ]
        change(&columns)
        return StoreEvidence(
            coreDataStore: "Zoo", propertyList: nil, modelCache: nil,
            parents: ["Person": nil, "Tag": nil, "Animal": nil, "Cat": "Animal", "Dog": "Animal"], columns: columns)
    }

    @Test("tables are compared with every column that Core Data's layout has")
    func layout() throws {
        #expect(StoreMatch.match(of: Self.model, with: Self.tables())?.basis == .tables)
        let changes: [(inout [String: Set<String>]) -> Void] = [
            { $0["ZTAG"]?.remove("ZTEXT") }, { $0["ZTAG"]?.remove("Z3NOTES") }, { $0["ZTAG"]?.insert("ZMORE") },
            { $0["Z_4TAGS"] = nil },
            { $0["ZANIMAL"]?.remove("ZTEXT1") }, { $0["ZANIMAL"]?.remove("Z_FOK_OWNER") },
            { $0["ZPERSON"]?.remove("Z1_FAVOURITE") }, { $0["Z_9OTHERS"] = [] }, { $0["ZOTHER"] = ["Z_PK"] },
        ]
        for (index, change) in changes.enumerated() {
            #expect(StoreMatch.match(of: Self.model, with: Self.tables(change)) == nil, "change \(index)")
        }
        var parentless = Self.tables()
        parentless.parents["Dog"] = .some(nil)
        #expect(StoreMatch.match(of: Self.model, with: parentless) == nil)
    }

    @Test("a store of Polystore is known by the model that it keeps, also when it serves a part of it")
    func own() throws {
        var other = Self.model
        other.entities[1].attributes[0].type = .integer16
        #expect(StoreMatch.match(of: other, with: StoreEvidence(model: Self.model)) == nil)
        let part = StoreEvidence(model: Self.model, entities: ["Animal", "Cat", "Dog"])
        #expect(StoreMatch.match(of: other, with: part)?.basis == .storedModel)
    }

    @Test("a model and metadata in a store that are damaged are told as such, and the tables still say something")
    func damagedModel() throws {
        var evidence = StoreEvidence(
            coreDataStore: "Zoo", propertyList: Data([1, 2]), modelCache: Data([7, 7, 7]), parents: [:], columns: [:])
        #expect(evidence.model == nil)
        #expect(
            evidence.modelProblems.map(\.message) == ["the compressed bytes are damaged: a block is of an unknown kind"]
        )
        #expect(evidence.metadataProblem?.message == "the file is no binary property list")
        evidence.columns = Self.tables().columns
        evidence.entities = Self.tables().entities
        evidence.parents = [:]
        #expect(StoreMatch.match(of: Self.model, with: evidence)?.basis == .tables)
    }
}
