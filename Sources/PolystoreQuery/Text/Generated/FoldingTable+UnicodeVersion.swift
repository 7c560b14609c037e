// Written by .ci/generate-folding-tables; change that, not this file.

extension FoldingTable {
    /// The version of the Unicode data that the tables hold.
    ///
    /// It stands in every index of folded text: an index of another version is rebuilt, not read.
    public static let unicodeVersion = "14.0.0"
}
