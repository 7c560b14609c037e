import Foundation
import PolystoreModel
import PolystoreModelFiles
import PolystoreQuery
import Testing

/// What became of a model in another version, in words.
@Suite("Differences of models")
struct ModelDifferenceTests {
    @Test(
        "versions of real models differ in the words that were read and approved",
        .enabled(if: Corpus.folder != nil, Corpus.missing), arguments: GoldenDifference.all)
    func golden(_ golden: GoldenDifference) throws {
        let bundle = try ModelBundle(contentsOf: #require(Corpus.folder).appending(path: golden.bundle))
        let before = try bundle.document(of: bundle.version(named: golden.before)).modelDescription()
        let after = try bundle.document(of: bundle.version(named: golden.after)).modelDescription()
        #expect(ModelDifference(from: before, to: after).text == golden.words)
        #expect(ModelDifference(from: before, to: before).isEmpty)
        #expect(ModelDifference(from: after, to: after).text == "no changes")
    }

    @Test(
        "a change concerns stores exactly if the version hashes differ",
        .enabled(if: Corpus.folder != nil, Corpus.missing))
    func hashes() throws {
        var pairs = 0
        for url in try Corpus.bundles() {
            // What is refused is counted elsewhere.
            guard let readings = try? ModelBundle(contentsOf: url).readings(), readings.count > 1 else { continue }
            for (before, after) in zip(readings, readings.dropFirst()) {
                let (old, new) = (before.reading.description, after.reading.description)
                let hashes = [old, new].map { VersionHash.hashes(of: ModelNameResolution.resolve($0)) }
                #expect(ModelDifference(from: old, to: new).concernsStores == (hashes[0] != hashes[1]), "\(url.path)")
                pairs += 1
            }
        }
        #expect(pairs > 30)
    }

    @Test("everything that a model can say is compared")
    func everything() throws {
        let before = try ModelText.read(RichDocument.elements).description
        let after = try ModelText.read(
            RichDocument.elements
                .replacing("maxValueString=\"9\"", with: "maxValueString=\"8\"")
                .replacing("value=\"EUR\"", with: "value=\"USD\"")
                .replacing(
                    "property=\"level\" type=\"Binary\" order=\"descending\"",
                    with: "property=\"level\" type=\"Binary\" order=\"ascending\""
                )
                .replacing("deletionRule=\"Deny\"", with: "deletionRule=\"No Action\"")
                .replacing("<memberEntity name=\"Thing\"/>", with: "")
                .replacing("fetchBatchSize=\"20\"", with: "fetchBatchSize=\"30\"")
                .replacing("name=\"city\" optional=\"YES\"", with: "name=\"city\" optional=\"NO\"")
                .replacing(
                    "isAbstract=\"YES\" versionHashModifier=\"3\"", with: "isAbstract=\"YES\" versionHashModifier=\"4\""
                )
        ).description
        #expect(
            ModelDifference(from: before, to: after).text == """
                Car.owner: delete rule was deny, is no action
                Person.level: maximum was 9, is 8
                Person.wealth: user info was lines = a
                b, unit = EUR, is lines = a
                b, unit = USD
                Person, index byLevel: was level descending, initials ascending, is level ascending, initials ascending
                entity Thing: version hash modifier was 3, is 4
                Address.city: presence was optional, is required
                configuration People: was Person, Thing, is Person
                fetch request oneByLevel: was Person where level == $LEVEL AND active == true, 20 at a time, without \
                subentities, is Person where level == $LEVEL AND active == true, 30 at a time, without subentities
                8 changes, 2 of which concern stored objects
                """)
    }
}
