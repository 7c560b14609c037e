import Foundation
import PolystoreModel

extension Trace {
    /// The environment variable that switches tracing on.
    public static let variable = "POLYSTORE_LOG"

    /// What `POLYSTORE_LOG` asks for: kinds of events with commas between them, `values` to show what is bound to
    /// statements, `all` for every kind without values; nil without the variable.
    ///
    /// - Parameters:
    ///   - environment: The variables.
    ///   - receiver: The receiver of the events.
    ///   - complain: Told each name that is none; the others hold, because a misspelt variable must not keep a program
    ///     from starting.
    public init?(
        environment: [String: String], receiver: any TraceReceiver = StandardErrorReceiver(),
        complain: (String) -> Void = StandardErrorReceiver.write
    ) {
        guard let text = environment[Self.variable] else { return nil }
        self.init([], receiver: receiver)
        for part in text.split(separator: ",") {
            let name = part.trimmingCharacters(in: .whitespaces)
            if name == "values" {
                showsValues = true
                categories.insert(.sql)
            } else if name == "all" {
                categories.formUnion(TraceCategory.allCases)
            } else if let category = TraceCategory(rawValue: name) {
                categories.insert(category)
            } else {
                let known = TraceCategory.allCases.map(\.rawValue) + ["values", "all"]
                let suggestion = Suggestion.hint(for: name, in: known)
                complain("\(Self.variable): '\(name)' is none of \(known.joined(separator: ", "))\(suggestion)")
            }
        }
    }
}
