import PolystoreModel

extension SourceRenderer {
    /// The modules that a file imports: Polystore, those that are asked for, and Foundation where its types are used.
    static func modules(_ additions: [String], in parts: [String]) -> [String] {
        var modules: Set<String> = ["Polystore"]
        modules.formUnion(additions)
        let usesFoundation = parts.contains { part in
            TypeNames.foundation.contains { part.contains($0) }
        }
        if usesFoundation { modules.insert("Foundation") }
        return modules.sorted(byName: \.self)
    }
}
