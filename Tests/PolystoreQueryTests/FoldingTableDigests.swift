// Written by .ci/generate-folding-tables; change that, not this file.

/// SHA-256 of each table, expanded: a line for every scalar that changes, from the lowest, such as
/// `DF:73+73`.
enum FoldingTableDigests {
    static let caseFolding = "03caceea59320c94c697d69a0eac71c399cc3adf43f9720e8d148a6602bdff65"
    static let caseFoldingCount = 1530
    static let markFolding = "e563d838c7517717bf6204a44b91e4d268c3edb056a2ac3124363489f6b3c042"
    static let markFoldingCount = 15165
    static let bothFoldings = "e5eb4733cf5ca6e685c0b751f0eb142d2c144d2cd2d93d8961d54831282fb2f8"
    static let bothFoldingsCount = 16253
}
