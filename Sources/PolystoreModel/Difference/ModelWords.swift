/// Sentences about one subject that is one thing there and another here.
struct ModelWords {
    let subject: String
    private(set) var sentences: [String] = []

    init(subject: String) { self.subject = subject }

    mutating func add(_ rest: String) { sentences.append("\(subject) \(rest)") }

    mutating func compare(_ verb: String, _ there: String, _ here: String) {
        if there != here { add("\(verb) \(there) there, \(here) here") }
    }

    mutating func compareModifiers(_ there: String?, _ here: String?) {
        if there != here { add("has another version hash modifier there than here") }
    }

    mutating func compareShapes(_ there: RelationshipDescription, _ here: RelationshipDescription) {
        compare("is", there.isToMany ? "to-many" : "to-one", here.isToMany ? "to-many" : "to-one")
        compare("is", there.isOrdered ? "ordered" : "unordered", here.isOrdered ? "ordered" : "unordered")
        compare("is", there.isTransient ? "transient" : "stored", here.isTransient ? "transient" : "stored")
    }
}

extension AttributeType {
    /// The type's name in sentences.
    package var displayName: String {
        switch self {
        case .integer16: "Integer 16"
        case .integer32: "Integer 32"
        case .integer64: "Integer 64"
        case .uuid: "UUID"
        case .uri: "URI"
        case .objectID: "Object ID"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }
}
