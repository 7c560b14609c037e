/// Options of mogenerator that have no meaning here, with the reason.
public enum UnsupportedOptions {
    /// The reasons by option.
    public static let reasons: [String: String] = [
        "--includem": "a Swift module needs no file that includes others",
        "--includeh": "a Swift module needs no file that includes others",
        "--template-group": "templates are where --templates says; there is no folder of a user for them",
    ]
}
