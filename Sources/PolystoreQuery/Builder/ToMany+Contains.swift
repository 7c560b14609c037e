import PolystoreModel

extension ToMany {
    /// The related objects include one.
    public func contains(_ object: some IdentifiedObject) -> FetchPredicate {
        FetchPredicate(any(self), .equal, object.objectID)
    }
}

extension ToManyPath {
    /// The related objects include one.
    public func contains(_ object: some IdentifiedObject) -> FetchPredicate {
        FetchPredicate(any(self), .equal, object.objectID)
    }
}
