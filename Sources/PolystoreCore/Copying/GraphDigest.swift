import PolystoreModel

/// The SHA-256 of everything that a graph holds, the same wherever its objects live.
///
/// It is taken over the entities in name order, and in each over its objects in key order. An object is its key, then
/// its stored properties in name order: attributes by value; to-one relationships by root entity and key; to-many
/// relationships likewise, sorted unless they are ordered. A to-many relationship that its to-one inverse says already
/// is left out, unless it is ordered. Store, version and layout do not enter.
public struct GraphDigest: Hashable, Sendable {
    /// The 32 bytes.
    public let bytes: [UInt8]
    /// The number of objects that entered.
    public let objectCount: Int
}

extension GraphDigest: CustomStringConvertible {
    /// The 64 hexadecimal digits.
    public var description: String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
