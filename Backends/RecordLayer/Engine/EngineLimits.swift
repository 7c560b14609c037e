/// The sizes that an engine can take, and what it promises: declared once, checked by the record layer.
public struct EngineLimits: Hashable, Sendable {
    /// The longest key in bytes; at least 440, which is the longest key that the record layer makes.
    public var maximumKeyLength: Int
    /// The longest value in bytes.
    public var maximumValueLength: Int
    /// Whether a commit survives the process.
    public var isDurable: Bool
    /// Whether other processes may read while this one writes.
    public var sharedReading: Bool
    /// Whether values can only be what this process wrote: then checksums of rows are verified by `check` only, and not
    /// whenever a row is read.
    public var keepsValuesIntact: Bool

    /// Makes limits.
    public init(
        maximumKeyLength: Int, maximumValueLength: Int, isDurable: Bool, sharedReading: Bool = false,
        keepsValuesIntact: Bool = false
    ) {
        self.maximumKeyLength = maximumKeyLength
        self.maximumValueLength = maximumValueLength
        self.isDurable = isDurable
        self.sharedReading = sharedReading
        self.keepsValuesIntact = keepsValuesIntact
    }
}
