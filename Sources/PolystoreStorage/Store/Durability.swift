/// How much of the last saves survives a power cut.
public enum Durability: String, Hashable, Sendable, Codable, CaseIterable {
    /// A save that returned is on disk.
    case full
    /// The store stays whole, but the last saves before a power cut may be lost.
    case losesLastSavesOnPowerCut
}
