import PolystoreModel

/// Values of attributes, and attributes that the format does not know.
extension ModelReader {
    /// The name of an element, which has to have one.
    mutating func name(of element: DocumentElement, what: String, at path: ModelPath) -> String? {
        guard let name = element["name"], !name.isEmpty else {
            report(.invalidName, "\(what) has no name", element, at: path)
            return nil
        }
        return name
    }

    /// Whether an attribute says `YES`; false when the element does not have it.
    mutating func flag(
        _ element: DocumentElement, _ attribute: String, of what: String, at path: ModelPath
    ) -> Bool {
        switch element[attribute] {
        case "YES"?: return true
        case "NO"?, nil: return false
        case let text?:
            if let truth = AttributeText.truth(of: text) {
                let message = "'\(attribute)' of \(what) is '\(text)', which is read as \(truth ? "YES" : "NO")"
                warn(.invalidValue, message, element, attribute, at: path)
                return truth
            }
            report(
                .invalidValue, "'\(attribute)' of \(what) is '\(text.prefix(40))'; it has to be YES or NO", element,
                attribute, at: path)
            return false
        }
    }

    /// A number of an attribute, from 0 on; nil when the element does not have it.
    mutating func count(
        _ element: DocumentElement, _ attribute: String, of what: String, at path: ModelPath
    ) -> Int? {
        guard let text = element[attribute] else { return nil }
        if let count = Int(text), (0...Int(Int32.max)).contains(count) { return count }
        report(
            .invalidValue, "'\(attribute)' of \(what) is '\(text.prefix(40))'; it has to be a number from 0 on",
            element,
            attribute, at: path)
        return nil
    }

    /// The text of an attribute; nil when it is empty or missing.
    func text(_ element: DocumentElement, _ attribute: String) -> String? {
        element[attribute].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The name that an element had in an earlier version; two spellings are in use.
    func renamingIdentifier(_ element: DocumentElement) -> String? {
        text(element, "elementID") ?? text(element, "renamingIdentifier")
    }

    /// The free entries of an element.
    mutating func userInfo(_ element: DocumentElement, of what: String, at path: ModelPath) -> [String: String] {
        var result: [String: String] = [:]
        for info in element.elements(named: "userInfo") {
            checkAttributes(of: info, named: "the user info of \(what)", at: path)
            for entry in info.elements {
                guard entry.name == "entry", let key = entry["key"] else {
                    remarkUnknown(entry, in: "the user info of \(what)", at: path)
                    continue
                }
                if result.updateValue(entry["value"] ?? "", forKey: key) != nil {
                    warn(
                        .duplicateName, "the user info of \(what) has the key '\(key)' twice; the last counts", entry,
                        "key", at: path / "userInfo")
                }
            }
        }
        return result
    }

    /// Remarks attributes that have no meaning, such as `abstract` for `isAbstract`: Xcode passes over them in silence.
    mutating func checkAttributes(of element: DocumentElement, named what: String, at path: ModelPath = []) {
        let known = KnownAttributes.of(element.name)
        for attribute in element.attributes where !known.contains(attribute.name) && !hasManyRemarks {
            let hint = Suggestion.hint(for: attribute.name, in: known)
            remark(
                .unknownKey, "'\(attribute.name)' of \(what) has no meaning and is ignored\(hint)", element,
                attribute.name, at: path)
        }
    }

    /// Remarks an element that has no meaning where it stands.
    mutating func remarkUnknown(_ element: DocumentElement, in what: String, at path: ModelPath) {
        remark(.unknownKey, "the element '\(element.name)' in \(what) has no meaning and is ignored", element, at: path)
    }
}
