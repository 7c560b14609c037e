import Foundation

/// An archive of objects that refer to each other by numbers, as `.mom` files are.
///
/// Nothing is ever made into an object of a class that the archive names; classes are texts here.
struct KeyedArchive {
    private let list: BinaryPropertyList
    /// The fields of every dictionary, made once, so that objects can be looked at often.
    private let dictionaries: [Int: [String: Int]]
    /// The numbers of the property list's objects by their numbers in the archive.
    private let places: [Int]
    /// The outermost object.
    let root: ArchivedObject

    init(_ data: Data) throws(BinaryPropertyList.Fault) {
        let list = try BinaryPropertyList(data)
        let dictionaries = Self.dictionaries(of: list)
        func fault(_ message: String) -> BinaryPropertyList.Fault { .init(message: message, offset: 0) }
        guard let outermost = dictionaries[list.top], let number = outermost["$objects"],
            case .array(let places) = list.objects[number]
        else { throw fault("the property list is no keyed archive") }
        guard let top = outermost["$top"].flatMap({ dictionaries[$0] }), let place = top["root"],
            case .reference(let root) = list.objects[place], places.indices.contains(root),
            let fields = dictionaries[places[root]]
        else { throw fault("the keyed archive has no root") }
        self.list = list
        self.dictionaries = dictionaries
        self.places = places
        self.root = ArchivedObject(number: root, fields: fields)
    }

    /// The value of a field; nil when the object does not have it, or it is null.
    func value(_ object: ArchivedObject, _ field: String) -> ArchivedValue? {
        object.fields[field].flatMap { value(at: $0) }
    }

    /// The name of an object's class.
    func className(of object: ArchivedObject) -> String? {
        value(object, "$class")?.object.flatMap { value($0, "$classname")?.string }
    }

    /// How many elements an archived array, set or dictionary has.
    func elementCount(of object: ArchivedObject?) -> Int {
        if let object, value(object, "searchMapping") != nil {
            return elementCount(of: value(object, "values")?.object)
        }
        guard let number = object?.fields["NS.objects"], case .array(let numbers) = list.objects[number] else {
            return 0
        }
        return numbers.count
    }

    /// The elements of an archived array or set.
    func elements(of object: ArchivedObject?) -> [ArchivedValue] {
        guard let object, let number = object.fields["NS.objects"], case .array(let numbers) = list.objects[number]
        else {
            return []
        }
        return numbers.compactMap { value(at: $0) }
    }

    /// The entries of an archived dictionary whose keys are texts, in the order of the archive.
    func entries(of object: ArchivedObject?) -> [(key: String, value: ArchivedValue)] {
        if let object, let mapping = value(object, "searchMapping")?.object {
            // Models in stores keep their entities in a dictionary whose keys stand apart.
            let keys = elements(of: value(mapping, "keys")?.object).map(\.string)
            let values = elements(of: value(object, "values")?.object)
            return zip(keys, values).compactMap { key, value in key.map { ($0, value) } }
        }
        guard let object, let number = object.fields["NS.keys"], case .array(let keys) = list.objects[number] else {
            return []
        }
        guard let number = object.fields["NS.objects"], case .array(let values) = list.objects[number] else {
            return []
        }
        return zip(keys, values).compactMap { key, place in
            guard let name = value(at: key)?.string, let value = value(at: place) else { return nil }
            return (name, value)
        }
    }

    private func value(at number: Int) -> ArchivedValue? {
        switch list.objects[number] {
        case .null: return nil
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .double(let value): return .double(value)
        case .date(let value): return .date(value)
        case .data(let bytes): return .data(bytes)
        case .string(let text): return text == "$null" ? nil : .string(text)
        case .array, .dictionary: return nil
        case .reference(let reference):
            guard places.indices.contains(reference) else { return nil }
            if let fields = dictionaries[places[reference]] {
                // A text that can be changed is an object around a text.
                if let number = fields["NS.string"], case .string(let text) = list.objects[number] {
                    return .string(text)
                }
                return .object(ArchivedObject(number: reference, fields: fields))
            }
            // A reference leads to an object of the list, never to another reference.
            if case .reference = list.objects[places[reference]] { return nil }
            return value(at: places[reference])
        }
    }

    private static func dictionaries(of list: BinaryPropertyList) -> [Int: [String: Int]] {
        var result: [Int: [String: Int]] = [:]
        for (number, object) in list.objects.enumerated() {
            guard case .dictionary = object else { continue }
            result[number] = list.dictionary(number)
        }
        return result
    }
}
