import PolystoreModel

/// A property list as text, of which only the texts at its top are read: what `.xccurrentversion` is.
enum PropertyListText {
    /// The texts of the outermost dictionary by their keys.
    static func texts(of text: String) throws(DocumentFault) -> [String: (value: String, place: DocumentPlace)] {
        let root = try DocumentReader.tree(of: text, allowsDocumentType: true).root
        guard root.name == "plist", let dictionary = root.elements.first(where: { $0.name == "dict" }) else {
            throw DocumentFault("the file is no property list with a dictionary", at: root.place)
        }
        var result: [String: (value: String, place: DocumentPlace)] = [:]
        var key: String?
        for element in dictionary.elements {
            if element.name == "key" {
                key = element.text
            } else if let name = key {
                if element.name == "string" { result[name] = (element.text, element.place) }
                key = nil
            }
        }
        return result
    }
}
