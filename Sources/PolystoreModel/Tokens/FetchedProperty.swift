/// The token of a fetched property: declaration and accessor at once.
///
///     static let seniors = FetchedProperty<Person>(
///         "seniors", where: Person.age > 60 && Person.employer == fetchSource(Company.self))
///
/// Its objects may live in any store. They are fetched when they are first read, and again after a refresh.
public struct FetchedProperty<Destination: AnyObject>: EntityMember {
    /// The property's name.
    public let fetchedPropertyName: String
    private let property: FetchedPropertyDescription

    /// Declares a property by its request, in which the variables `FETCH_SOURCE` and `FETCHED_PROPERTY` may stand.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - request: The request.
    ///   - oldName: The name in an earlier version of the model.
    ///   - hashModifier: Changes the version hash although nothing else changed.
    ///   - userInfo: Free entries.
    public init(
        _ name: String, _ request: FetchRequestDescription, renamedFrom oldName: String? = nil,
        hashModifier: String? = nil, userInfo: [String: String] = [:]
    ) {
        fetchedPropertyName = name
        var property = FetchedPropertyDescription(name: name, request: request)
        property.renamingIdentifier = oldName
        property.versionHashModifier = hashModifier
        property.userInfo = userInfo
        self.property = property
    }

    /// Declares a property by a predicate and an order.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - entity: The name of the fetched entity; nil means that of the class.
    ///   - predicate: Which objects; nil means all.
    ///   - keys: The order.
    public init(
        _ name: String, of entity: String? = nil, where predicate: FetchPredicate? = nil, sortedBy keys: SortKey...
    ) {
        var request = FetchRequestDescription(entityName: entity ?? String(describing: Destination.self))
        request.predicate = predicate
        request.sortKeys = keys
        self.init(name, request)
    }

    /// Adds the property to a description.
    public func addMember(to entity: inout EntityDescription) {
        entity.fetchedProperties.append(property)
    }
}
