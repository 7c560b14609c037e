import Foundation
import PolystoreModel

extension ComparisonKind {
    /// A constant as it is compared with values of the kind.
    ///
    /// Numbers stay what they are, because numbers of all types compare exactly. Zero and one are booleans beside a
    /// boolean; text is read as a UUID, a URI, a date or an object's URI beside one.
    ///
    /// - Throws: `QueryError` with code `wrongType`, `foreignObject`, `notQueryable` or `notANumber`.
    func converted(_ value: Value, in model: ManagedObjectModel) throws(QueryError) -> Value {
        switch (self, value) {
        case (_, .missing), (.number, .integer), (.boolean, .boolean), (.text, .string), (.uri, .uri),
            (.binary, .data), (.uuid, .uuid):
            return value
        case (.number, .double(let number)):
            guard !number.isNaN else { throw QueryError(.notANumber) }
            return .double(number == 0 ? 0 : number)
        case (.number, .decimal(let number)):
            guard !number.isNaN else { throw QueryError(.notANumber) }
            return value
        case (.boolean, .integer(0)): return .boolean(false)
        case (.boolean, .integer(1)): return .boolean(true)
        case (.date, .date(let date)):
            guard !date.timeIntervalSinceReferenceDate.isNaN else { throw QueryError(.notANumber) }
            return value
        case (.object, .object(let object)): return .object(try checked(object))
        case (.opaque, _): throw QueryError(.notQueryable)
        default:
            if let converted = convertedFromText(value, in: model) { return converted }
            throw QueryError(.wrongType, [.expected: name, .found: value.kindName])
        }
    }

    private func checked(_ object: ObjectID) throws(QueryError) -> ObjectID {
        guard case .object(let root?) = self, root != object.root else { return object }
        throw QueryError(.foreignObject, [.expected: root.name, .found: object.root.name])
    }

    private func convertedFromText(_ value: Value, in model: ManagedObjectModel) -> Value? {
        switch (self, value) {
        case (.uuid, .string(let text)): return UUID(uuidString: text).map(Value.uuid)
        case (.uri, .string(let text)): return URL(string: text).map(Value.uri)
        case (.date, .string(let text)): return DateText.date(text).map(Value.date)
        case (.object(let root), .string(let text)): return object(ObjectURI(text), root, in: model)
        case (.object(let root), .uri(let uri)): return object(ObjectURI(uri.absoluteString), root, in: model)
        default: return nil
        }
    }

    /// The object of a URI; one of a store that is not known in this process is equal to no object.
    private func object(_ uri: ObjectURI?, _ expected: RootNumber?, in model: ManagedObjectModel) -> Value? {
        guard let uri, let root = model.entity(named: uri.entity)?.rootNumber, expected == nil || expected == root
        else { return nil }
        return .object(ObjectID(store: StoreNumber(known: uri.store) ?? .none, root: root, key: uri.key))
    }
}
