import Polystore

/// The edit that makes a store one of a format to come.
enum OutsideFormat {
    static var raise: String {
        let seal = Array("format\u{0}7".utf8).withUnsafeBytes { DeferredData(describing: $0).checksum }
        return "UPDATE ZX_METADATA SET ZX_VALUE = CAST('7' AS BLOB), ZX_SEAL = \(seal) WHERE ZX_NAME = 'format'"
    }
}
