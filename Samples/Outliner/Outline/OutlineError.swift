/// Why a command was not carried out; the sentence is shown below the outline.
enum OutlineError: Error, Equatable, CustomStringConvertible {
    /// There is no item under the cursor.
    case nothingSelected
    /// The item has no sibling above it that it could go below.
    case nothingAbove
    /// The item is at the top level already.
    case topLevel
    /// The item is the first, or the last, and cannot be moved further.
    case endOfOutline
    /// A word that cannot be a tag's name.
    case invalidTag(String)
    /// No item has a tag of that name.
    case unknownTag(String)
    /// The item does not have the tag.
    case notTagged(String)
    /// There is nothing to take back.
    case nothingToUndo
    /// There is nothing to make again.
    case nothingToRedo

    var description: String {
        switch self {
        case .nothingSelected: "there is no item yet; Enter makes one"
        case .nothingAbove: "there is no item above on this level"
        case .topLevel: "the item is on the top level already"
        case .endOfOutline: "the item cannot be moved further"
        case .invalidTag(let name): name.isEmpty ? "a tag needs a name" : "'\(name)' is no tag: a tag is one word"
        case .unknownTag(let name): "there is no tag '\(name)'"
        case .notTagged(let name): "the item has no tag '\(name)'"
        case .nothingToUndo: "there is nothing to undo"
        case .nothingToRedo: "there is nothing to redo"
        }
    }
}
