/// One thing that can be said of a part of a model, as text that can be compared.
struct ModelFact {
    /// What is said, such as `type`.
    let label: String
    /// The text; nil when there is nothing to say.
    let value: String?
    /// Whether stored objects depend on it.
    let concernsStores: Bool

    init(_ label: String, _ value: String?, stored: Bool = false) {
        self.label = label
        self.value = value
        concernsStores = stored
    }

    /// How the fact became another one; nil when it did not.
    func sentence(to other: ModelFact) -> String? {
        let (was, now) = label.hasSuffix("constraints") ? ("were", "are") : ("was", "is")
        return value == other.value ? nil : "\(label) \(was) \(value ?? "none"), \(now) \(other.value ?? "none")"
    }
}
