/// The name of a part of a model, and the one by which another version of the model knows it.
package struct RenamedName: Hashable, Sendable {
    package let name: String
    /// The renaming identifier, where the model has one.
    package var identifier: String?

    package init(name: String, identifier: String? = nil) {
        (self.name, self.identifier) = (name, identifier)
    }

    /// Finds the name of each target among the names of another version of a model.
    ///
    /// A renaming identifier comes first: it names the identifier of a source, or a source. Other targets have the source
    /// of their name, or else the one whose identifier it is. No source is found twice.
    ///
    /// - Returns: The place of each target's source; nil for a target that is new.
    package static func sources(of targets: [RenamedName], among sources: [RenamedName]) -> [Int?] {
        var result = [Int?](repeating: nil, count: targets.count)
        var names: [String: Int] = [:]
        var identifiers: [String: Int] = [:]
        for (place, source) in sources.enumerated() {
            names[source.name] = place
            if let identifier = source.identifier { identifiers[identifier] = place }
        }
        var isTaken = [Bool](repeating: false, count: sources.count)
        func take(_ place: Int?, for target: Int) {
            guard result[target] == nil, let place, !isTaken[place] else { return }
            isTaken[place] = true
            result[target] = place
        }
        for (target, wanted) in targets.enumerated() {
            guard let identifier = wanted.identifier else { continue }
            take(identifiers[identifier] ?? names[identifier], for: target)
        }
        for (target, wanted) in targets.enumerated() { take(names[wanted.name], for: target) }
        for (target, wanted) in targets.enumerated() { take(identifiers[wanted.name], for: target) }
        return result
    }
}
