import PolystoreModel

extension ModelChange {
    /// The change in words: `Person.age: type was Integer 16, is Integer 64`.
    public var text: String {
        let sentence =
            switch kind {
            case .added(let facts): summary(facts).map { "is new: \($0)" } ?? "is new"
            case .removed: "is gone"
            case .renamed(let former): "was called \(former)"
            case .changed(let aspect, let old, let new):
                "\(label(aspect))was \(Self.text(old)), is \(Self.text(new))"
            }
        return "\(part.text): \(sentence)"
    }

    /// The change as what separates two places: `Person.age is Integer 16 there, Integer 64 here`.
    ///
    /// The old version is there, the new one here.
    public var separation: String {
        switch kind {
        case .added: "\(part.text) exists only here"
        case .removed: "\(part.text) exists only there"
        case .renamed(let former): "\(part.text) is called \(former) there"
        case .changed(let aspect, let old, let new):
            "\(part.text)\(Self.verb(aspect)) \(Self.text(old)) there, \(Self.text(new)) here"
        }
    }

    private static func text(_ value: ModelFactValue?) -> String { value?.text ?? "none" }

    /// What leads from the part to the value.
    private static func verb(_ aspect: ModelAspect) -> String {
        switch aspect {
        case .kind, .propertyKind, .type, .presence, .storage, .cardinality, .order: " is"
        case .destination: " leads to"
        case .hierarchy: " leads into the hierarchy of"
        default: ": \(aspect.rawValue) is"
        }
    }

    /// The aspect, where the part does not say it.
    private func label(_ aspect: ModelAspect) -> String {
        switch part {
        case .index, .configuration, .fetchRequest: ""
        default: "\(aspect.rawValue) "
        }
    }

    /// A new part in a few words; nil when there are none.
    private func summary(_ facts: [ModelFact]) -> String? {
        func text(_ aspect: ModelAspect) -> String? { facts.first { $0.aspect == aspect }?.value?.text }
        func count(_ aspect: ModelAspect, _ noun: String) -> String? {
            text(aspect).map { "\($0) \(noun)\($0 == "1" ? "" : "s")" }
        }
        let parts: [String?] =
            switch part {
            case .entity: [count(.attributeCount, "attribute"), count(.relationshipCount, "relationship")]
            case .attribute, .element: [text(.type), text(.presence)]
            case .relationship:
                [
                    [text(.order) == "ordered" ? "ordered" : nil, text(.cardinality), "to", text(.destination)]
                        .compactMap(\.self).joined(separator: " "), text(.presence),
                ]
            case .fetchedProperty: ["fetched property", text(.request)]
            case .composite: [count(.elementCount, "element")]
            case .index: [text(.elements)]
            case .configuration: [text(.members)]
            case .fetchRequest: [text(.request)]
            case .uniquenessConstraint, .model: []
            }
        let texts = parts.compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
