import PolystoreModel
import PolystoreStorage

extension StoreFileChecker {
    /// Checks a store's type, and what depends on it.
    mutating func checkType(of store: StoreFile.Store) {
        guard !store.type.isEmpty else { return }
        guard let type = type(of: store) else { return reportUnknownType(of: store) }
        let path = ["stores", store.name]
        if type.hasURL, store.url == nil, file.source.places[path + ["url"]] == nil {
            report(.invalidPlace, "store '\(store.name)' of type '\(type.name)' needs a 'url'", at: path)
        }
        if !type.hasURL, store.url != nil {
            report(
                .invalidPlace, "store '\(store.name)' of type '\(type.name)' has no place; leave 'url' out",
                at: path + ["url"])
        }
        if !type.capabilities.isDurable, store.durability != nil {
            report(
                .invalidValue,
                "store '\(store.name)' of type '\(type.name)' keeps nothing on disk; leave 'durability' out",
                at: path + ["durability"])
        }
        for option in store.options { check(option, of: type, at: path + ["options", option.name]) }
    }

    private mutating func reportUnknownType(of store: StoreFile.Store) {
        let path = ["stores", store.name, "type"]
        let shown = file.source.quoted(store.type, at: path)
        if let known = KnownBackend.all.first(where: { $0.name == store.type }) {
            report(
                .storeTypeNotLinked,
                "store type \(shown) is not linked into this program; "
                    + "add the product \(known.product) and pass .\(known.name) in storeTypes",
                at: path)
            return
        }
        let names = types.map(\.name)
        let hint = hint(for: store.type, at: path, in: names + KnownBackend.all.map(\.name))
        let list = names.isEmpty ? "none" : names.joined(separator: ", ")
        report(.unknownStoreType, "unknown store type \(shown); known here: \(list)\(hint)", at: path)
    }

    private mutating func check(_ option: StoreFile.Store.Option, of type: StoreType, at path: [String]) {
        guard let declared = type.options.first(where: { $0.name == option.name }) else {
            let names = type.options.map(\.name)
            let hint = Suggestion.hint(for: option.name, in: names)
            let rest =
                names.isEmpty
                ? ": it has none" : hint.isEmpty ? "; known here: \(names.joined(separator: ", "))" : hint
            report(
                .invalidOption, "unknown option '\(option.name)' of store type '\(type.name)'\(rest)",
                at: path)
            return
        }
        if OptionValue.value(of: option.value, for: declared) == nil {
            report(
                .invalidOption,
                "option '\(option.name)' needs \(declared.expectation); "
                    + "found \(file.source.quoted(option.value, at: path))",
                at: path)
        }
    }
}
