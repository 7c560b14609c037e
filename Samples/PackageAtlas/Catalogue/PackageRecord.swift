import Foundation

/// One package as a status file describes it: plain values, before they become objects.
struct PackageRecord: Sendable {
    /// A group of alternatives, with the field that it stands in.
    struct Dependency: Sendable {
        let kind: DependencyKind
        let alternatives: [PackageReference]
    }

    let name: String
    let architecture: String
    let version: String
    let section: String
    let priority: String
    let isEssential: Bool
    /// Whether the package is on the system, not merely remembered because of its settings.
    let isInstalled: Bool
    /// The space that the package takes, in KiB.
    let installedSize: Int64?
    let maintainer: MaintainerAddress
    let homepage: URL?
    let summary: String
    let details: String?
    let dependencies: [Dependency]
    let provides: [PackageReference]
}

extension PackageRecord {
    /// The fields that every package of an index has.
    static let indexFields = ["Version", "Maintainer", "Architecture"]
    /// The fields that every package of a status file has.
    static let statusFields = ["Status"] + indexFields

    /// Takes a paragraph apart; what is wrong with it is noted in the reader.
    ///
    /// A field that cannot be understood is left out. A paragraph without a name is no package, and the result nil.
    init?(
        _ paragraph: ControlParagraph, requiring fields: [String] = Self.statusFields,
        noting reader: inout ControlFileReader
    ) {
        guard let name = paragraph.text("Package") else {
            reader.note(.missingField("Package"), line: paragraph.line)
            return nil
        }
        for field in fields where paragraph.text(field) == nil {
            reader.note(.missingField(field), line: paragraph.line)
        }
        self.name = name
        architecture = paragraph.text("Architecture") ?? "all"
        version = paragraph.text("Version") ?? "0"
        section = paragraph.text("Section") ?? "unknown"
        priority = paragraph.text("Priority") ?? "optional"
        isEssential = paragraph.text("Essential") == "yes"
        isInstalled = (paragraph.text("Status") ?? "install ok installed").hasSuffix(" installed")
        installedSize = Self.size(paragraph["Installed-Size"], noting: &reader)
        maintainer = MaintainerAddress(paragraph.text("Maintainer") ?? "unknown")
        homepage = Self.address(paragraph["Homepage"], noting: &reader)
        let description = paragraph["Description"]?.lines ?? []
        summary = description.first ?? ""
        details = description.count > 1 ? description.dropFirst().joined(separator: "\n") : nil
        var dependencies: [Dependency] = []
        for kind in DependencyKind.allCases {
            for group in Self.groups(paragraph[kind.fieldName], noting: &reader) {
                dependencies.append(Dependency(kind: kind, alternatives: group))
            }
        }
        self.dependencies = dependencies
        provides = Self.groups(paragraph["Provides"], noting: &reader).flatMap(\.self)
    }

    /// All packages of a file, in its order.
    ///
    /// - Throws: `ControlFileError` when the file cannot be read.
    static func all(
        in reader: inout ControlFileReader, requiring fields: [String] = statusFields
    ) throws(ControlFileError) -> [PackageRecord] {
        var records: [PackageRecord] = []
        while let paragraph = try reader.next() {
            if let record = PackageRecord(paragraph, requiring: fields, noting: &reader) { records.append(record) }
        }
        return records
    }

    private static func size(_ field: ControlField?, noting reader: inout ControlFileReader) -> Int64? {
        guard let field else { return nil }
        if let size = Int64(field.folded), size >= 0 { return size }
        reader.note(.badValue(field: field.name, "expected a number of KiB"), line: field.line)
        return nil
    }

    private static func address(_ field: ControlField?, noting reader: inout ControlFileReader) -> URL? {
        guard let field, !field.folded.isEmpty else { return nil }
        if let url = URL(string: field.folded), url.scheme != nil { return url }
        reader.note(.badValue(field: field.name, "expected a URL"), line: field.line)
        return nil
    }

    private static func groups(
        _ field: ControlField?, noting reader: inout ControlFileReader
    ) -> [[PackageReference]] {
        guard let field else { return [] }
        do {
            return try DependencyField(field.folded).groups
        } catch {
            reader.note(.badValue(field: field.name, error.description), line: field.line)
            return []
        }
    }
}
