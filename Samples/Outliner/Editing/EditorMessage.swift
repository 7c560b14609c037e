/// A sentence about what the last key did.
struct EditorMessage: Equatable {
    let text: String
    let isFailure: Bool
}
