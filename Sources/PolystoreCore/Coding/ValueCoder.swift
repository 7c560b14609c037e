import Foundation

/// Turns the values of transformable attributes into bytes and back, for attributes that name their coder.
///
/// A coder is registered with the coordinator under the name that models use. Its bytes are part of the store's format.
public protocol ValueCoder: Sendable {
    /// The bytes of a value.
    ///
    /// - Throws: Any error for a value that is not one of the coder's.
    func encode(_ value: any Sendable) throws -> Data

    /// The value of bytes that `encode` made.
    ///
    /// - Throws: Any error for bytes that are not a value's.
    func decode(_ data: Data) throws -> any Sendable
}
