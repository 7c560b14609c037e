import PolystoreModel

/// A description that was read, without the parts that Core Data passes over and that a model here is refused for.
///
/// Indexes never change an answer; fetch requests and fetched properties fail in Core Data when they are used, and not
/// when the model is loaded. So one that cannot be used is left out, and no other part depends on it.
struct ToleratedModel {
    private(set) var description: ModelDescription
    /// What keeps the model from being used.
    private(set) var problems: [ModelProblem] = []
    /// The parts that were changed or left out.
    private(set) var warnings: [ModelProblem] = []

    init(_ description: ModelDescription) {
        self.description = description
        settleConstraints()
        leaveOutUnusableParts()
        settleConfigurations()
    }

    /// A constraint over nothing says nothing, and one that stands twice says it once.
    private mutating func settleConstraints() {
        for place in description.entities.indices {
            let entity = description.entities[place]
            var kept: [[String]] = []
            for (index, constraint) in entity.uniquenessConstraints.enumerated() {
                let path: ModelPath = ["entities", entity.name, "unique", String(index)]
                var names: [String] = []
                for name in constraint where !names.contains(name) { names.append(name) }
                let list = constraint.joined(separator: ", ")
                if names.isEmpty {
                    warn(.invalidConstraint, "a uniqueness constraint of '\(entity.name)' is empty and ignored", path)
                } else if kept.contains(where: { Set($0) == Set(names) }) || names.count < constraint.count {
                    let message = "the uniqueness constraint (\(list)) of '\(entity.name)' repeats itself or another"
                    warn(.duplicateName, message + "; what repeats is ignored", path)
                }
                if !names.isEmpty, !kept.contains(where: { Set($0) == Set(names) }) { kept.append(names) }
            }
            description.entities[place].uniquenessConstraints = kept
        }
    }

    private mutating func leaveOutUnusableParts() {
        for problem in description.problems {
            guard let part = leaveOut(problem.path.keys) else {
                problems.append(problem)
                continue
            }
            warn(problem.code, "\(problem.message); the \(part) is left out", problem.path, problem.details)
        }
    }

    /// Leaves out the part that a path leads into, if it is one that nothing depends on; nil when it is not.
    private mutating func leaveOut(_ keys: [String]) -> String? {
        guard keys.count > 1 else { return nil }
        if keys[0] == "fetchRequestTemplates" {
            description.fetchRequestTemplates[keys[1]] = nil
            return "fetch request"
        }
        guard keys[0] == "entities", keys.count > 3,
            let place = description.entities.firstIndex(where: { $0.name == keys[1] })
        else { return nil }
        switch keys[2] {
        case "indexes":
            description.entities[place].indexes.removeAll { $0.name == keys[3] }
            return "index"
        // A name that is no name, or is taken, is one of the entity's faults.
        case "fetchedProperties" where keys.count > 4:
            description.entities[place].fetchedProperties.removeAll { $0.name == keys[3] }
            return "fetched property"
        default: return nil
        }
    }

    private mutating func settleConfigurations() {
        let repeated = problems.filter { $0.code == .duplicateName && $0.path.keys.first == "configurations" }
        guard !repeated.isEmpty else { return }
        problems.removeAll(where: repeated.contains)
        for problem in repeated { warn(problem.code, problem.message, problem.path, problem.details) }
        for (name, members) in description.configurations {
            var kept: [String] = []
            for member in members where !kept.contains(member) { kept.append(member) }
            description.configurations[name] = kept
        }
    }

    private mutating func warn(
        _ code: ModelProblem.Code, _ message: String, _ path: ModelPath, _ details: ErrorDetails = [:]
    ) {
        warnings.append(ModelProblem(code, message, details, at: path))
    }
}

extension EntityDescription {
    /// Adds an index that was read, under a name that none of the entity's has: Core Data takes several of one name.
    ///
    /// - Returns: The name under which it was added; nil when the entity has the same index already.
    mutating func add(_ index: FetchIndexDescription) -> String? {
        guard !indexes.contains(index) else { return nil }
        var added = index
        var number = 1
        while indexes.contains(where: { $0.name.uppercased() == added.name.uppercased() }) {
            number += 1
            added.name = "\(index.name)_\(number)"
        }
        indexes.append(added)
        return added.name
    }
}
