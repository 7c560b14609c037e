/// Where in a program's source an entity or a property is declared, for messages.
///
/// All places are equal: where something is declared does not tell descriptions apart, and is no part of hashes or files.
package struct DeclarationPlace: Hashable, Sendable {
    /// The file as `#fileID` names it, module and file; nil for what is not declared in a program.
    package var fileID: String?
    /// The line.
    package var line = 0

    /// True.
    package static func == (left: DeclarationPlace, right: DeclarationPlace) -> Bool { true }

    /// Adds nothing.
    package func hash(into hasher: inout Hasher) {}
}
