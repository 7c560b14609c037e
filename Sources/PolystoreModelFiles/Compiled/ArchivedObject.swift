/// An object of a keyed archive: its number, and where its fields are.
struct ArchivedObject {
    let number: Int
    let fields: [String: Int]
}
