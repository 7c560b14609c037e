/// One key of the store file: what its value is and what it does.
///
/// The tables of keys drive the reader, the suggestions for unknown keys and the schema for editors.
struct StoreFileKey: Sendable {
    /// What a key's value is.
    enum Kind: Sendable {
        /// The version of the file's format.
        case format
        /// A text, taken as it is.
        case text
        /// A path, relative to the file.
        case path
        /// The name of a store type.
        case storeType
        /// A list of names.
        case names
        /// A number of bytes with a unit.
        case size
        /// A time span with a unit.
        case duration
        /// `true` or `false`.
        case flag
        /// One of some words.
        case choice([String])
        /// The options of a store type.
        case options
        /// A mapping from values to names of stores.
        case homes
        /// A mapping with known keys.
        case section([StoreFileKey])
        /// A mapping from free names to mappings with known keys.
        case sections([StoreFileKey])
    }

    /// The key.
    let name: String
    /// What its value is.
    let kind: Kind
    /// Whether the file is refused without it.
    let isRequired: Bool
    /// What holds without it, as it would be written; nil when there is nothing to write.
    let fallback: String?
    /// What it does, in one sentence.
    let summary: String

    init(_ name: String, _ kind: Kind, required: Bool = false, default fallback: String? = nil, _ summary: String) {
        self.name = name
        self.kind = kind
        isRequired = required
        self.fallback = fallback
        self.summary = summary
    }
}
