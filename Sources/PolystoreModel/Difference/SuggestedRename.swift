/// A part that was perhaps renamed: it is new, one of the same shape is gone, and no other could be meant.
///
/// It is never taken for a rename by itself, because two properties of one type need not mean the same: the difference
/// also lists what is new and what is gone. A renaming identifier with the former name makes it a rename.
public struct SuggestedRename: Hashable, Sendable {
    /// The new part: an entity, an attribute, a relationship or an element of a composite.
    public let part: ModelPart
    /// The name of the part that is gone.
    public let formerName: String
}
