import Foundation
import PolystoreModel
import PolystoreRandom
import Testing

@testable import PolystoreCore

@Suite("Differences between fetched results")
struct FetchedResultsDiffTests {
    private static let store = StoreNumber(interning: UUID())
    private static let root = RootNumber(interning: "Thing")

    private static func object(_ key: Int) -> ObjectID { ObjectID(store: store, root: root, key: Int64(key)) }

    /// Results of sections by name with the keys of their objects.
    private static func results(_ parts: [(String, [Int])], sectioned isSectioned: Bool = true) -> FetchedResults {
        var sections: [FetchedResultsSection] = []
        var objects: [ObjectID] = []
        for (name, keys) in parts {
            let range = objects.count..<(objects.count + keys.count)
            sections.append(FetchedResultsSection(key: isSectioned ? .string(name) : .missing, range: range))
            objects += keys.map(object)
        }
        return FetchedResults(objectIDs: objects, sections: sections, isSectioned: isSectioned)
    }

    private static func path(_ section: Int, _ item: Int) -> ResultIndexPath {
        ResultIndexPath(section: section, item: item)
    }

    @Test("every kind of change of an object and of a section is told with its place")
    func kinds() {
        let old = Self.results([("a", [1, 2, 3]), ("b", [4, 5]), ("c", [6])])
        let new = Self.results([("a", [2, 3, 7]), ("b", [5, 1]), ("d", [8])])
        let diff = new.difference(from: old, updated: [Self.object(1), Self.object(3), Self.object(4)])
        #expect(
            diff.objects == [
                .delete(Self.object(4), from: Self.path(1, 0)), .delete(Self.object(6), from: Self.path(2, 0)),
                .insert(Self.object(7), at: Self.path(0, 2)), .insert(Self.object(8), at: Self.path(2, 0)),
                .move(Self.object(1), from: Self.path(0, 0), to: Self.path(1, 1)),
                .update(Self.object(3), at: Self.path(0, 1)),
            ])
        #expect(
            diff.sections == [
                .delete(key: .string("c"), from: 2), .insert(key: .string("d"), at: 2),
                .update(key: .string("a"), at: 0), .update(key: .string("b"), at: 1),
            ])
        #expect(diff.applied(to: old) == new)
    }

    @Test("of two objects that change places, the one that changed is told to have moved")
    func movers() {
        let old = Self.results([("", [1, 2, 3])], sectioned: false)
        let new = Self.results([("", [2, 1, 3])], sectioned: false)
        for mover in [1, 2] {
            let diff = new.difference(from: old, updated: [Self.object(mover)])
            #expect(diff.objects.map(\.objectID) == [Self.object(mover)])
            #expect(diff.applied(to: old) == new)
        }
    }

    @Test("one object that moves through a long list is one change, in either direction")
    func longMoves() {
        let keys = Array(1...1000)
        let forward = Self.results([("", Array(keys[1...]) + [1])], sectioned: false)
        let whole = Self.results([("", keys)], sectioned: false)
        #expect(forward.difference(from: whole).objects.count == 1)
        #expect(whole.difference(from: forward).objects.count == 1)
    }

    @Test("sections that change places are moved, with the objects that stay in them")
    func movedSections() {
        let old = Self.results([("a", [1]), ("b", [2, 3, 4]), ("c", [5, 6])])
        let new = Self.results([("b", [2, 3, 4]), ("c", [5, 6, 7]), ("a", [1])])
        let diff = new.difference(from: old)
        #expect(diff.sections == [.move(key: .string("a"), from: 0, to: 2), .update(key: .string("c"), at: 1)])
        #expect(diff.objects == [.insert(Self.object(7), at: Self.path(1, 2))])
        #expect(diff.applied(to: old) == new)
    }

    @Test("texts that Swift takes for equal are different sections when their bytes differ")
    func spellings() {
        let old = Self.results([("e\u{301}", [1]), ("f", [2]), ("é", [3])])
        let new = Self.results([("f", [2]), ("é", [3, 1])])
        let diff = new.difference(from: old)
        #expect(diff.sections.first == .delete(key: .string("e\u{301}"), from: 0))
        #expect(diff.applied(to: old) == new)
        #expect(old != Self.results([("é", [1]), ("f", [2]), ("e\u{301}", [3])]))
    }

    @Test("equal results differ in nothing")
    func equal() {
        let results = Self.results([("a", [1, 2]), ("b", [3])])
        #expect(results.difference(from: results).isEmpty)
        #expect(results.difference(from: results, updated: [Self.object(9)]).isEmpty)
        #expect(FetchedResults().difference(from: FetchedResults()).isEmpty)
    }

    @Test("a difference of other results is refused, not applied")
    func foreign() {
        let old = Self.results([("a", [1, 2]), ("b", [3])])
        let diff = Self.results([("a", [2]), ("c", [3])]).difference(from: old)
        for other in [
            FetchedResults(sectioned: true), Self.results([("a", [2, 1]), ("b", [3])]),
            Self.results([("a", [1, 2]), ("b", [3, 4])]), Self.results([("a", [1])]),
        ] {
            #expect(diff.applied(to: other) == nil)
        }
    }

    @Test("any difference leads from the old results to the new, through an encoding as well")
    func random() throws {
        var random = RandomSource()
        for round in 0..<2000 {
            let (old, new) = (Self.random(&random), Self.random(&random))
            let updated = Set((0..<12).filter { _ in random.chance(3) }.map(Self.object))
            let diff = new.difference(from: old, updated: updated)
            #expect(diff.applied(to: old) == new)
            #expect(Set(diff.objects.map(\.objectID)).count == diff.objects.count)
            let kept = Set(old.objectIDs).intersection(new.objectIDs)
            let told = Set(diff.objects.map(\.objectID))
            #expect(told.isSuperset(of: kept.intersection(updated)))
            #expect(told.isSuperset(of: Set(old.objectIDs).symmetricDifference(new.objectIDs)))
            guard round % 20 == 0 else { continue }
            let update = FetchedResultsUpdate(new, since: old, updated: updated)
            let data = try JSONEncoder().encode(update)
            #expect(try JSONDecoder().decode(FetchedResultsUpdate.self, from: data) == update)
        }
    }

    /// Some of twelve objects in up to four sections in any order.
    private static func random(_ random: inout RandomSource) -> FetchedResults {
        let keys = (0..<12).shuffled(using: &random).prefix(random.below(13))
        guard random.chance(4) else { return results(split(keys, &random)) }
        return results([("", Array(keys))], sectioned: true).isEmpty
            ? FetchedResults(sectioned: true) : results([("", Array(keys))])
    }

    private static func split(_ keys: ArraySlice<Int>, _ random: inout RandomSource) -> [(String, [Int])] {
        let names = ["a", "b", "c", "d"].shuffled(using: &random)
        var parts = names.map { ($0, [Int]()) }
        for key in keys { parts[random.below(4)].1.append(key) }
        return parts.filter { !$0.1.isEmpty }
    }

    @Test("an encoding whose sections do not cover the objects is refused")
    func encodings() throws {
        let results = Self.results([("a", [1, 2]), ("b", [3])])
        let data = try JSONEncoder().encode(results)
        #expect(try JSONDecoder().decode(FetchedResults.self, from: data) == results)
        let broken = String(decoding: data, as: UTF8.self).replacingOccurrences(of: "[2,3]", with: "[1,3]")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(FetchedResults.self, from: Data(broken.utf8))
        }
    }
}
