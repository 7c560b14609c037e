/// Into which files classes are written.
public enum GenerationShape: String, Sendable, CaseIterable {
    /// Two files a class: `_Person.swift`, which every run writes anew, and `Person.swift`, which belongs to people.
    case two
    /// Xcode's two files a class: `Person+CoreDataProperties.swift`, which every run writes anew, and
    /// `Person+CoreDataClass.swift`, which belongs to people; which of them is written says the kind of code generation
    /// that the model gives the entity.
    case xcode
    /// One file for everything, which every run writes anew: what builds generate.
    case single
}
