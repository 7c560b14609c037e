import ArgumentParser

/// How a command writes its result.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    /// Aligned columns for people, cut to the width of a terminal.
    case table
    /// One array with an object a row.
    case json
    /// RFC 4180, with a header.
    case csv
}
