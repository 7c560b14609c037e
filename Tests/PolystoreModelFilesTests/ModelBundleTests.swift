import Foundation
import PolystoreModel
import PolystoreModelFiles
import Testing

/// Bundles with their versions, made by hand in a temporary folder.
@Suite("Bundles of models")
struct ModelBundleTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "polystore-\(UUID())")

    @Test("of several versions without a current one the last in natural order is taken, with a warning")
    func noCurrentVersion() throws {
        let url = try make(["One", "Two"], current: nil)
        let bundle = try ModelBundle(contentsOf: url)
        #expect(bundle.versions.map(\.name) == ["One", "Two"])
        #expect(try bundle.currentVersion().name == "Two")
        let warnings = try bundle.warnings()
        #expect(warnings.map(\.code) == [.noCurrentVersion])
        #expect(warnings.first?.message.hasSuffix("the current one: 'One', 'Two'; 'Two' is taken") ?? false)
        #expect(
            try bundle.document(of: bundle.version(named: "Two")).modelDescription().entities.map(\.name) == ["Two"])
        let unknown = #expect(throws: ModelError.self) { try bundle.version(named: "Too") }
        #expect(
            unknown?.description.contains("no version 'Too' (did you mean 'Two'?); versions: 'One', 'Two'") ?? false)
        try FileManager.default.removeItem(at: folder)
    }

    @Test(
        "numbers in names of versions are ordered as numbers",
        arguments: [
            (["Shop", "Shop 2", "Shop 10", "Shop 9"], "Shop 10"), (["Shop 2", "Shop"], "Shop 2"),
            (["v1.9", "v1.10"], "v1.10"), (["shop", "Shop 3"], "Shop 3"), (["A 007", "A 8"], "A 8"), (["Ä", "Z"], "Ä"),
        ])
    func naturalOrder(_ names: [String], _ last: String) throws {
        for names in [names, names.reversed()] {
            let bundle = try ModelBundle(contentsOf: make(names, current: nil))
            #expect(try bundle.currentVersion().name == last)
            try FileManager.default.removeItem(at: folder)
        }
    }

    @Test("the only version is the current one, with or without a file that says so")
    func onlyVersion() throws {
        #expect(try ModelBundle(contentsOf: make(["One"], current: nil)).currentVersion().name == "One")
        try FileManager.default.removeItem(at: folder)
        let empty = try make(["One"], current: nil)
        try Data("<plist><dict/></plist>".utf8).write(to: empty.appending(path: ".xccurrentversion"))
        #expect(try ModelBundle(contentsOf: empty).currentVersion().name == "One")
        #expect(try ModelBundle(contentsOf: empty).warnings().isEmpty)
        try FileManager.default.removeItem(at: folder)
    }

    @Test("a current version that does not exist is refused at its place")
    func missingCurrentVersion() throws {
        let url = try make(["One", "Two"], current: "Three.xcdatamodel")
        let error = #expect(throws: ModelError.self) { try ModelBundle(contentsOf: url).readings() }
        #expect(error?.problems.map(\.code) == [.noCurrentVersion])
        #expect(error?.problems.first?.details[.line] == "5")
        try FileManager.default.removeItem(at: folder)
    }

    @Test("what is no bundle is refused, and so is a model of before Xcode 4")
    func noBundle() throws {
        let missing = #expect(throws: ModelError.self) {
            try ModelBundle(contentsOf: folder.appending(path: "No.xcdatamodeld"))
        }
        #expect(missing?.problems.map(\.code) == [.unreadable])
        let empty = folder.appending(path: "Empty.xcdatamodeld")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        let none = #expect(throws: ModelError.self) { try ModelBundle(contentsOf: empty) }
        #expect(none?.problems.map(\.code) == [.noCurrentVersion])
        let old = folder.appending(path: "Old.xcdatamodel")
        try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
        try Data().write(to: old.appending(path: "elements"))
        let refused = #expect(throws: ModelError.self) { try ModelDocument(contentsOf: old) }
        #expect(refused?.problems.map(\.code) == [.unsupportedFormat])
        try FileManager.default.removeItem(at: folder)
    }

    @Test("a bundle is found by its name, and written with a new version that becomes the current one")
    func findingAndWriting() throws {
        let url = try make(["One", "Two"], current: "One.xcdatamodel")
        let bundle = try ModelBundle.bundle(named: "Model", below: folder)
        #expect(bundle.url.path == url.path)
        #expect(throws: ModelError.self) { try ModelBundle.bundle(named: "Modell", below: folder) }
        var document = try bundle.document()
        document.tree.root.children.append(.element(DocumentElement("entity", [.init("name", "Added")])))
        let written = try ModelBundle.write(document, to: url, version: "Three & more")
        #expect(written.versions.map(\.name) == ["One", "Three & more", "Two"])
        #expect(try written.currentVersion().name == "Three & more")
        #expect(try written.document() == document.named(written.url))
        try FileManager.default.removeItem(at: folder)
    }

    @Test("the version that a stored model was made for is found, also when the store holds a part of it")
    func matching() throws {
        let url = try make(["One", "Two"], current: "Two.xcdatamodel")
        let bundle = try ModelBundle(contentsOf: url)
        let one = try bundle.document(of: bundle.version(named: "One")).modelDescription()
        #expect(try bundle.version(matching: one)?.name == "One")
        var other = one
        other.entities[0].isAbstract.toggle()
        #expect(try bundle.version(matching: other) == nil)
        try FileManager.default.removeItem(at: folder)
    }

    @Test("models are merged into one, and what clashes is refused, all at once")
    func merging() throws {
        let people = try ModelText.read(
            #"<entity name="A"><attribute name="x" attributeType="String"/></entity><configuration name="C"><memberEntity name="A"/></configuration>"#
        ).description
        let things = try ModelText.read(
            #"<entity name="B"/><entity name="A"><attribute name="x" attributeType="String"/></entity><configuration name="C"><memberEntity name="B"/></configuration>"#
        ).description
        let merged = try ModelDescription.merging([people, things], name: "All")
        #expect(merged.entities.map(\.name) == ["A", "B"])
        #expect(merged.configurations == ["C": ["A", "B"]])
        let other = try ModelText.read(#"<entity name="A"/><entity name="B" isAbstract="YES"/>"#).description
        let error = #expect(throws: ModelError.self) { try ModelDescription.merging([things, other], name: "All") }
        #expect(error?.problems.count == 2)
    }

    /// A bundle whose versions have one entity each, named like the version.
    private func make(_ versions: [String], current: String?) throws -> URL {
        let url = folder.appending(path: "Model.xcdatamodeld")
        for version in versions {
            let place = url.appending(path: version + ".xcdatamodel")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let text = ModelText.document("<entity name=\"\(version.filter(\.isLetter))\"/>")
            try Data(text.utf8).write(to: place.appending(path: "contents"))
        }
        if let current {
            let text = """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0"><dict>
                <key>_XCCurrentVersionName</key>
                <string>\(current)</string>
                </dict></plist>
                """
            try Data(text.utf8).write(to: url.appending(path: ".xccurrentversion"))
        }
        return url
    }
}

extension ModelDocument {
    /// The document as it is read from a bundle.
    fileprivate func named(_ url: URL) throws -> ModelDocument {
        var result = self
        result.file = try ModelBundle(contentsOf: url).document().file
        return result
    }
}
