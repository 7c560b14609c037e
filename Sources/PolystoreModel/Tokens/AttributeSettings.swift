/// What the options of a declaration are applied to.
struct AttributeSettings {
    var description: AttributeDescription
    var isUnique = false
    var isIndexed = false
}
