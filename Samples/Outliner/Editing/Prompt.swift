/// A question below the outline, with the answer as far as it was typed.
struct Prompt: Equatable {
    /// What the answer is for.
    enum Purpose {
        case tag
        case untag
        case filter
    }

    let purpose: Purpose
    /// The names that there are to choose from.
    let names: [String]
    var line = LineEditor()

    /// The question.
    var title: String {
        let known = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
        switch purpose {
        case .tag: return "tag with\(known): "
        case .untag: return "take away the tag\(known): "
        case .filter: return "show only the tag\(known), nothing for all: "
        }
    }
}
