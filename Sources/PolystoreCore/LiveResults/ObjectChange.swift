import PolystoreModel

/// What became of an object from one state of results to another.
public enum ObjectChange: Hashable, Sendable, Codable {
    /// The object is not among the results any more: it was deleted, the predicate does not hold any more, or others have
    /// pushed it over the limit. The index path is that of the old results.
    case delete(ObjectID, from: ResultIndexPath)
    /// The object is new among the results. The index path is that of the new ones.
    case insert(ObjectID, at: ResultIndexPath)
    /// The object stands elsewhere, in another section or in another order with those that stay; its values may have
    /// changed as well.
    case move(ObjectID, from: ResultIndexPath, to: ResultIndexPath)
    /// The object has other values, and stands where it stood. The index path is that of the new results.
    case update(ObjectID, at: ResultIndexPath)

    /// The object.
    public var objectID: ObjectID {
        switch self {
        case .delete(let object, _), .insert(let object, _), .move(let object, _, _), .update(let object, _): object
        }
    }
}
