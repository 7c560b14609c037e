/// A detail that a value carries and that is no part of it: where it was written, for errors.
///
/// All are equal, none is encoded; so two values that differ in such details only are the same value.
package struct IgnoredInEquality<Detail: Sendable>: Hashable, Sendable {
    /// The detail.
    package var detail: Detail

    package init(_ detail: Detail) { self.detail = detail }

    package static func == (left: IgnoredInEquality, right: IgnoredInEquality) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
