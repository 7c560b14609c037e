/// The description of a fetched property: a request that runs when the property is first read.
public struct FetchedPropertyDescription: Hashable, Sendable, Codable {
    /// The property's name.
    public var name: String
    /// The request, in which the variables `FETCH_SOURCE` and `FETCHED_PROPERTY` may stand.
    public var request: FetchRequestDescription
    /// The name in an earlier version of the model.
    public var renamingIdentifier: String?
    /// Changes the version hash although nothing else changed.
    public var versionHashModifier: String?
    /// Free entries, not part of the version hash.
    public var userInfo: [String: String] = [:]

    /// Makes a fetched property.
    public init(name: String, request: FetchRequestDescription) {
        self.name = name
        self.request = request
    }
}
