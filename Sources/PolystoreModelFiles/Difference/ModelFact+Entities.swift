import PolystoreModel
import PolystoreQuery

extension EntityDescription {
    /// The entity in a few words: `3 attributes, 1 relationship`.
    var summary: String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        return count(attributes.count, "attribute") + ", " + count(relationships.count, "relationship")
    }

    /// Everything that is said of the entity itself, always in one order.
    var facts: [ModelFact] {
        let constraints = uniquenessConstraints.map { "(\($0.sorted(byName: \.self).joined(separator: ", ")))" }
        return [
            ModelFact("parent", superentityName, stored: true),
            ModelFact("kind", isAbstract ? "abstract" : "concrete", stored: true),
            ModelFact("class", className),
            ModelFact("uniqueness constraints", ModelFact.list(constraints.sorted(byName: \.self)), stored: true),
        ] + ModelFact.common(versionHashModifier, userInfo)
    }
}

extension FetchIndexDescription {
    /// The index in a few words: `name ascending, age descending`.
    var summary: String {
        let texts = elements.map { "\($0.property) \($0.isAscending ? "ascending" : "descending")" }
        return texts.joined(separator: ", ") + (partialPredicate.map { " where \($0.formatText)" } ?? "")
    }
}
