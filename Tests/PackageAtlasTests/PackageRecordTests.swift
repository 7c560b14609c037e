import Foundation
import Testing

@testable import PackageAtlas

@Suite struct PackageRecordTests {
    private func records(_ text: String) throws -> ([PackageRecord], [ControlFileError]) {
        var reader = ControlFileReader(LineReader(text, name: "status"))
        let records = try PackageRecord.all(in: &reader)
        return (records, reader.problems)
    }

    @Test("all fields of a package are taken over")
    func everything() throws {
        let (records, problems) = try records(
            """
            Package: tool
            Status: install ok installed
            Essential: yes
            Priority: required
            Section: utils
            Installed-Size: 42
            Maintainer: Base Team <base@example.org>
            Architecture: amd64
            Version: 1:2.0-3
            Provides: gadget (= 2), thing
            Depends: lib (>= 1), x | y
            Pre-Depends: first
            Suggests: more
            Homepage: https://tool.example/
            Description: short
             long
             .
             end
            """)
        #expect(problems.isEmpty)
        let record = try #require(records.first)
        #expect(record.name == "tool" && record.architecture == "amd64" && record.version == "1:2.0-3")
        #expect(record.section == "utils" && record.priority == "required")
        #expect(record.isEssential && record.isInstalled && record.installedSize == 42)
        #expect(record.maintainer.name == "Base Team" && record.maintainer.email == "base@example.org")
        #expect(record.homepage?.absoluteString == "https://tool.example/")
        #expect(record.summary == "short" && record.details == "long\n\nend")
        #expect(record.dependencies.map(\.kind) == [.preDepends, .depends, .depends, .suggests])
        #expect(record.dependencies[2].alternatives.map(\.name) == ["x", "y"])
        #expect(record.provides.map(\.name) == ["gadget", "thing"])
    }

    @Test("what cannot be understood is noted with its line, and the rest is kept")
    func tolerance() throws {
        let (records, problems) = try records(
            """
            Package: a
            Status: deinstall ok config-files
            Version: 1
            Architecture: all
            Maintainer: A
            Installed-Size: big
            Homepage: no url at all
            Depends: b, , c (1)

            Version: 2
            """)
        #expect(records.map(\.name) == ["a"])
        #expect(records.first?.isInstalled == false)
        #expect(records.first?.dependencies.isEmpty == true)
        #expect(
            problems.map(\.description) == [
                "status:6: error: field 'Installed-Size': expected a number of KiB",
                "status:7: error: field 'Homepage': expected a URL",
                "status:8: error: field 'Depends': expected one of << <= = >= >> at character 9",
                "status:10: error: the paragraph has no field 'Package'",
            ])
    }
}
