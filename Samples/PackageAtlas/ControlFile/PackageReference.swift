/// One package that a dependency names: `name:architecture (relation version) [architectures] <profiles>`.
struct PackageReference: Equatable, Sendable {
    /// The demand on the version.
    struct Constraint: Equatable, Sendable {
        let relation: VersionRelation
        let version: String
    }

    /// The package's name.
    var name: String
    /// The architecture qualifier after the colon, such as `any`.
    var architecture: String?
    /// The demand on the version.
    var constraint: Constraint?
    /// The architectures for which the reference counts, as written, such as `amd64` or `!hurd-i386`.
    var architectures: [String] = []
    /// The build profiles for which the reference counts, as written.
    var profiles: [String] = []
}
