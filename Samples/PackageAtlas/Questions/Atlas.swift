import Polystore

/// The atlas as the questions see it: a context, and a few things that several of them need.
final class Atlas {
    /// The context that everything is fetched into.
    let context: ManagedObjectContext
    /// The package whose removal is asked about; nil lets the question choose.
    let removal: String?
    /// The names that several packages bear, for different architectures.
    private let sharedNames: Set<String>
    private var knownGraph: DependencyGraph?

    /// Looks at a context.
    init(_ context: ManagedObjectContext, removal: String? = nil) throws {
        self.context = context
        self.removal = removal
        var seen: Set<String> = []
        var shared: Set<String> = []
        for package in try context.fetch(FetchRequest(BinaryPackage.self)) where !seen.insert(package.name).inserted {
            shared.insert(package.name)
        }
        sharedNames = shared
    }

    /// What a package is called in answers: its name, with the architecture where the name alone is not enough.
    func label(_ package: BinaryPackage) -> String {
        sharedNames.contains(package.name) ? "\(package.name):\(package.architecture)" : package.name
    }

    /// The installed packages that fulfil an alternative: the one of that name, then those that provide the name.
    func satisfiers(of alternative: Alternative) -> [BinaryPackage] {
        guard let target = alternative.target else { return [] }
        let providers = target.providers.filter(\.isInstalled).sorted { label($0) < label($1) }
        guard let package = target as? BinaryPackage, package.isInstalled else { return providers }
        return [package] + providers.filter { $0 !== package }
    }

    /// The strict needs of all installed packages.
    func graph() throws -> DependencyGraph {
        if let knownGraph { return knownGraph }
        let request = FetchRequest(BinaryPackage.self)
            .where(BinaryPackage.isInstalled == true)
            .prefetching(keyPath: "dependencies.alternatives.target.providers")
        let packages = try context.fetch(request).map { (label: label($0), package: $0) }.sorted { $0.label < $1.label }
        var numbers: [ObjectID: Int] = [:]
        for (number, entry) in packages.enumerated() { numbers[entry.package.objectID] = number }
        let needs = packages.map { entry in
            entry.package.dependencies.filter { $0.kind.isStrict }.map { dependency in
                dependency.alternatives.flatMap { satisfiers(of: $0) }.compactMap { numbers[$0.objectID] }
            }
        }
        let graph = DependencyGraph(names: packages.map(\.label), needs: needs)
        knownGraph = graph
        return graph
    }

    /// The sections with what is installed of them.
    func sections() throws -> [(name: String, count: Int, total: Int64)] {
        try context.fetch(FetchRequest(Section.self).prefetching(Section.packages)).map { section in
            let installed = section.packages.filter(\.isInstalled)
            return (section.name, installed.count, installed.reduce(0) { $0 + ($1.installedSize ?? 0) })
        }
    }
}
