import PolystoreModel

extension ModelProblem.Code {
    /// The file or folder cannot be written.
    public static let unwritable = Self(rawValue: "unwritable")
    /// A bundle has no version, or none that is the current one.
    public static let noCurrentVersion = Self(rawValue: "noCurrentVersion")
    /// What the file says cannot be carried over, and nothing but speed depends on it.
    public static let notCarriedOver = Self(rawValue: "notCarriedOver")
}
