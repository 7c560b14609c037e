import Foundation
import PolystoreModel
import PolystoreModelFiles
import PolystoreQuery
import PolystoreRandom
import Testing

/// Compiled models of real programs, beside their sources.
@Suite("Compiled models", .enabled(if: Corpus.folder != nil, Corpus.missing))
struct CompiledModelTests {
    private static let sources = "alemar11+CoreDataPlus/Tests/Resources"
    private static let generated = "SwiftGen+SwiftGen/SwiftGen.playground/Resources/Model.momd"

    @Test("every compiled model is read")
    func all() throws {
        let folder = try #require(Corpus.folder)
        let bundles = try [
            "\(Self.sources)/SampleModel/Fixtures/SampleModel.momd",
            "\(Self.sources)/SampleModel3/Fixtures/SampleModel3.momd",
            Self.generated,
        ].map { try CompiledModelBundle(contentsOf: folder.appending(path: $0)) }
        #expect(bundles.map(\.versions.count) == [3, 3, 2])
        #expect(bundles.map(\.currentVersionName) == ["SampleModel", "SampleModel3", "Model 2"])
        for bundle in bundles {
            for version in bundle.versions {
                let model = try bundle.model(of: version)
                #expect(Set(model.reading.description.entities.map(\.name)) == Set(version.entityHashes.keys))
                #expect(bundle.version(matching: version.entityHashes) == version)
            }
            #expect(bundle.version(matching: ["Nothing": []]) == nil)
        }
    }

    @Test(
        "a compiled model says of stored objects what its source says",
        arguments: [
            ("SampleModel/Fixtures/SampleModel.momd", "SampleModel/SampleModel.xcdatamodeld"),
            ("SampleModel3/Fixtures/SampleModel3.momd", "SampleModel3/SampleModel3.xcdatamodeld"),
        ])
    func sources(_ compiled: String, _ source: String) throws {
        let folder = try #require(Corpus.folder).appending(path: Self.sources)
        let bundle = try CompiledModelBundle(contentsOf: folder.appending(path: compiled))
        let sources = try ModelBundle(contentsOf: folder.appending(path: source))
        for version in bundle.versions {
            let model = try bundle.model(of: version).reading.description
            let source = try sources.document(of: sources.version(named: version.name)).modelDescription()
            let changes = ModelDifference(from: source, to: model)
            #expect(!changes.concernsStores, "\(version.name): \(changes.text)")
            // Classes of values are not always compiled.
            let others = changes.changes.filter { $0.aspect != .valueType }
            #expect(others.isEmpty, "\(version.name): \(changes.text)")
        }
    }

    @Test("derivations, fetched properties and requests come out of the archive")
    func requests() throws {
        let url = try #require(Corpus.folder).appending(path: Self.generated)
        let model = try CompiledModelBundle(contentsOf: url).model().reading.description
        let attributes = model.entities.flatMap(\.attributes).filter { $0.derivation != nil }
        let texts = attributes.map { "\($0.name): \($0.derivation?.derivationText ?? "?")" }
        #expect(
            texts.sorted() == [
                "canonicalOptionalString: canonical:(optionalString)", "derivedCount: oneToMany.@count", "now: now()",
            ])
        let names = ["DictionaryFetchRequest", "ObjectFetchRequest", "ObjectIDFetchRequest"]
        #expect(model.fetchRequestTemplates.keys.sorted() == names)
        #expect(
            model.fetchRequestTemplates["ObjectIDFetchRequest"]?.predicate
                == .or([
                    .comparison(.init(.keyPath(["oneToOne", "name"]), .equal, .variable("NAME"))),
                    .comparison(.init(.keyPath(["string"]), .equal, .variable("NEEDLE"))),
                ]))
        #expect(model.entities.flatMap(\.fetchedProperties).map(\.name) == ["fetchedProperty"])
        #expect(model.configurations.keys.sorted() == ["Custom"])
        let decimal = try #require(model.entities.flatMap(\.attributes).first { $0.name == "decimal" })
        #expect(decimal.defaultValue == .decimal(0))
    }

    @Test("a compiled model whose bytes were changed at random is read or refused, and never traps")
    func randomDamage() throws {
        var random = RandomSource()
        let file = Self.sources + "/SampleModel/Fixtures/SampleModel.momd/SampleModel2.mom"
        let url = try #require(Corpus.folder).appending(path: file)
        let bytes = try Data(contentsOf: url)
        for _ in 0..<DamageRounds.count(300) {
            var damaged = bytes
            for _ in 0...random.below(6) {
                let index = random.below(damaged.count)
                switch random.below(3) {
                case 0: damaged[index] = UInt8(random.below(256))
                case 1: damaged.remove(at: index)
                default: damaged = damaged.prefix(index) + damaged.suffix(damaged.count - index / 2)
                }
                if damaged.isEmpty { damaged = bytes }
            }
            do throws(ModelError) {
                _ = try CompiledModel(data: Data(damaged), name: "Damaged", file: "damaged.mom")
            } catch {
                #expect(!error.problems.isEmpty)
            }
        }
    }
}
