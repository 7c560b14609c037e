import Polystore
import PolystoreTerminal

/// Makes objects of the packages of a status file, and saves them in batches.
struct AtlasImporter {
    /// How many packages are worked on between two saves.
    static let batchSize = 200

    private let context: ManagedObjectContext
    private let progress: ProgressBar
    private let batchSize: Int
    private var sections: [String: Section] = [:]
    private var maintainers: [MaintainerAddress: Maintainer] = [:]
    private var packages: [(record: PackageRecord, package: BinaryPackage)] = []
    private var nodes: [String: [PackageNode]] = [:]

    /// Prepares an import into a context.
    init(into context: ManagedObjectContext, showing progress: ProgressBar, batchSize: Int = Self.batchSize) {
        self.context = context
        self.progress = progress
        self.batchSize = batchSize
    }

    /// Imports packages: first all of them, then what they provide, then what leads from one to another.
    ///
    /// - Parameters:
    ///   - records: The packages.
    ///   - context: The context that makes and saves the objects.
    ///   - title: What the progress is called.
    ///   - batchSize: How many packages are worked on between two saves.
    /// - Throws: What making or saving objects throws.
    static func load(
        _ records: [PackageRecord], into context: ManagedObjectContext, title: String = "Importing",
        batchSize: Int = Self.batchSize
    ) throws {
        let progress = ProgressBar(title, total: records.count * 3)
        defer { progress.finish() }
        var importer = AtlasImporter(into: context, showing: progress, batchSize: batchSize)
        for (index, record) in records.enumerated() {
            try importer.add(record)
            try importer.step(index + 1)
        }
        for (index, entry) in importer.packages.enumerated() {
            try importer.provide(entry.record, entry.package)
            try importer.step(records.count + index + 1)
        }
        for (index, entry) in importer.packages.enumerated() {
            try importer.depend(entry.record, entry.package)
            try importer.step(records.count * 2 + index + 1)
        }
        try importer.bookmark()
        try context.save()
    }

    private func step(_ count: Int) throws {
        progress.update(count)
        if count.isMultiple(of: batchSize) { try context.save() }
    }

    private mutating func add(_ record: PackageRecord) throws {
        let section = try section(record.section)
        let maintainer = try maintainer(record.maintainer)
        let package = try context.insert(BinaryPackage.self) {
            $0.name = record.name
            $0.architecture = record.architecture
            $0.release = record.version
            $0.priority = record.priority
            $0.isEssential = record.isEssential
            $0.isInstalled = record.isInstalled
            $0.installedSize = record.installedSize
            $0.homepage = record.homepage
            $0.summary = record.summary
            $0.details = record.details
            $0.section = section
            $0.maintainer = maintainer
        }
        packages.append((record, package))
        nodes[record.name, default: []].append(package)
    }

    private mutating func provide(_ record: PackageRecord, _ package: BinaryPackage) throws {
        // What is only remembered provides nothing.
        guard record.isInstalled else { return }
        for reference in record.provides {
            package.provides.insert(try providedNode(reference.name, by: package))
        }
    }

    private func depend(_ record: PackageRecord, _ package: BinaryPackage) throws {
        for need in record.dependencies {
            let dependency = try context.insert(Dependency.self) { $0.kind = need.kind }
            for reference in need.alternatives {
                let target = node(reference.name, for: package)
                let alternative = try context.insert(Alternative.self) {
                    $0.name = reference.name
                    $0.qualifier = reference.architecture
                    $0.relation = reference.constraint?.relation
                    $0.bound = reference.constraint?.version
                    $0.target = target
                }
                dependency.alternatives.insert(alternative)
            }
            package.dependencies.insert(dependency)
        }
    }

    /// The package or virtual package of a name; of several packages, the one for the user's architecture.
    private func node(_ name: String, for user: BinaryPackage) -> PackageNode? {
        guard let candidates = nodes[name], candidates.count > 1 else { return nodes[name]?.first }
        return candidates.first { ($0 as? BinaryPackage)?.architecture == user.architecture } ?? candidates.first
    }

    private mutating func providedNode(_ name: String, by package: BinaryPackage) throws -> PackageNode {
        if let node = node(name, for: package) { return node }
        let node = try context.insert(VirtualPackage.self) { $0.name = name }
        nodes[name] = [node]
        return node
    }

    private mutating func section(_ name: String) throws -> Section {
        if let section = sections[name] { return section }
        let section = try context.insert(Section.self) { $0.name = name }
        sections[name] = section
        return section
    }

    private mutating func maintainer(_ address: MaintainerAddress) throws -> Maintainer {
        if let maintainer = maintainers[address] { return maintainer }
        let maintainer = try context.insert(Maintainer.self) {
            $0.name = address.name
            $0.email = address.email
        }
        maintainers[address] = maintainer
        return maintainer
    }

    private func bookmark() throws { try Self.bookmark(in: context) { nodes[$0]?.first } }

    /// Marks a few packages, as a reader of the atlas would.
    ///
    /// - Parameters:
    ///   - context: The context that makes the bookmarks.
    ///   - node: Finds the package of a name.
    /// - Throws: What finding or making objects throws.
    static func bookmark(in context: ManagedObjectContext, _ node: (String) throws -> PackageNode?) throws {
        let notes = [
            ("bash", "the shell that scripts run in"), ("mail-transport-agent", "who sends the mail?"),
            ("libc6", "everything stands on it"), ("perl", "is it still needed?"), ("awk", "which one is it?"),
            ("dpkg", "the tool behind this file"),
        ]
        for (index, (name, note)) in notes.enumerated() {
            guard let node = try node(name) else { continue }
            try context.insert(Bookmark.self) {
                $0.rank = Int32(index + 1)
                $0.note = note
                $0.package = node
            }
        }
    }
}
