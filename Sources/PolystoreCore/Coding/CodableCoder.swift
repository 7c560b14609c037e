import Foundation
import PolystoreModel

/// The coder of a `Codable` type: JSON with sorted keys.
public struct CodableCoder<Value: Codable & Sendable>: ValueCoder {
    /// Makes the coder of a type.
    public init(_ type: Value.Type) {}

    /// The JSON of a value.
    ///
    /// - Throws: `ValueError` for a value of another type, and what the encoder throws.
    public func encode(_ value: any Sendable) throws -> Data {
        guard let value = value as? Value else {
            throw ValueError(.wrongType, expected: "\(Value.self)", found: "\(type(of: value))")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return try encoder.encode(value)
    }

    /// The value of JSON.
    ///
    /// - Throws: The decoder's errors.
    public func decode(_ data: Data) throws -> any Sendable { try JSONDecoder().decode(Value.self, from: data) }
}
