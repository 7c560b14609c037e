extension ModelOutline {
    /// A fetch request, or the request of a fetched property.
    struct Request: Encodable {
        let name: String
        let entity: String
        let condition: String?
        let limit: Int?
        let batchSize: Int?
        let includesSubentities: Bool
        let includesPendingChanges: Bool
    }
}
