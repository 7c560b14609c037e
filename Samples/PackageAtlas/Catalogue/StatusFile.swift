import Foundation

/// Where descriptions of packages are found.
enum StatusFile {
    /// The package database of a Debian system.
    static let system = URL(filePath: "/var/lib/dpkg/status")

    /// The 200 packages that come with the sample.
    static var excerpt: URL? {
        Bundle.module.url(forResource: "status", withExtension: nil, subdirectory: "Excerpt")
    }

    /// The system's database, or the excerpt where there is none.
    static var preferred: URL? {
        FileManager.default.isReadableFile(atPath: system.path(percentEncoded: false)) ? system : excerpt
    }
}
