import Foundation
import Testing

@testable import PackageAtlas

@Suite struct ExcerptTests {
    private func records() throws -> [PackageRecord] {
        var reader = try ControlFileReader(contentsOf: try #require(StatusFile.excerpt))
        let records = try PackageRecord.all(in: &reader)
        #expect(reader.problems == [])
        return records
    }

    @Test("the excerpt has 200 packages and no mistake")
    func size() throws {
        #expect(try records().count == 200)
    }

    @Test("the excerpt has what the questions ask for")
    func content() throws {
        let records = try records()
        let installed = Set(records.filter(\.isInstalled).map(\.name))
        let provided = Set(records.filter(\.isInstalled).flatMap(\.provides).map(\.name))
        let groups = records.flatMap(\.dependencies)
        let names = groups.flatMap(\.alternatives).map(\.name)
        #expect(records.contains { !$0.isInstalled })
        #expect(records.contains { $0.isEssential })
        #expect(names.contains { !installed.contains($0) && !provided.contains($0) })
        #expect(names.contains { !installed.contains($0) && provided.contains($0) })
        #expect(
            groups.contains { group in
                guard let first = group.alternatives.first, group.alternatives.count > 1 else { return false }
                return !installed.contains(first.name) && group.alternatives.contains { installed.contains($0.name) }
            })
        #expect(records.contains { $0.maintainer.email == nil })
        #expect(Set(records.map { "\($0.name):\($0.architecture)" }).count == records.count)
        #expect(Set(records.map(\.name)).count < records.count)
    }
}
