/// Which parts of a model are which parts of another version of it.
///
/// Of two parts with one name, which no valid model has, the first counts.
struct PartPairing<Part: RenamedPart> {
    /// The parts of both versions, in the order of their new names.
    let pairs: [(old: Part, new: Part)]
    /// What only the new version has, in the order of the names.
    let added: [Part]
    /// What only the old version has, in the order of the names.
    let removed: [Part]

    init(_ old: some Sequence<Part>, _ new: some Sequence<Part>) {
        let (old, new) = (Self.distinct(old), Self.distinct(new))
        var pairs: [(old: Part, new: Part)] = []
        var added: [Part] = []
        var isFound = [Bool](repeating: false, count: old.count)
        let sources = RenamedName.sources(of: new.map(\.renamedName), among: old.map(\.renamedName))
        for (part, source) in zip(new, sources) {
            if let source {
                isFound[source] = true
                pairs.append((old[source], part))
            } else {
                added.append(part)
            }
        }
        (self.pairs, self.added) = (pairs, added)
        removed = zip(old, isFound).filter { !$1 }.map(\.0)
    }

    /// The new name of each old part that both versions have.
    var newNames: [String: String] {
        Dictionary(pairs.map { ($0.old.name, $0.new.name) }, uniquingKeysWith: { first, _ in first })
    }

    private static func distinct(_ parts: some Sequence<Part>) -> [Part] {
        var names: Set<String> = []
        return parts.filter { names.insert($0.name).inserted }.sorted(byName: \.name)
    }
}
