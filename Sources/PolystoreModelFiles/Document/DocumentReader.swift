import PolystoreModel

/// Reads the text of a document: the part of XML that models and property lists use, and nothing that is dangerous.
///
/// There are no entities but the five that are built in, so nothing expands. A declaration of a document type is
/// refused, or passed over where property lists have one; nothing outside of the text is ever loaded. Elements are
/// kept on a list, not on the stack, and are counted.
struct DocumentReader {
    var cursor: DocumentCursor
    var nodes = 0
    private let allowsDocumentType: Bool

    private init(_ text: String, allowsDocumentType: Bool) {
        cursor = DocumentCursor(text)
        self.allowsDocumentType = allowsDocumentType
    }

    /// Reads a document.
    ///
    /// - Complexity: Linear in the text.
    static func tree(
        of text: String, allowsDocumentType: Bool = false
    ) throws(DocumentFault) -> DocumentTree {
        guard text.utf8.count <= DocumentLimits.size else {
            let limit = DocumentLimits.size >> 20
            throw DocumentFault(.limit, "the file is larger than \(limit) MiB", at: .init(line: 1, column: 1))
        }
        try DocumentCharacters.check(text)
        var reader = DocumentReader(text, allowsDocumentType: allowsDocumentType)
        return try reader.document()
    }

    private mutating func document() throws(DocumentFault) -> DocumentTree {
        _ = cursor.skip("\u{FEFF}")
        let declaration = try declaration()
        var tree = DocumentTree(root: DocumentElement(""), declaration: declaration)
        tree.prologue = try top(beforeRoot: true)
        guard cursor.isAt("<") else { throw fault("the file has no element: it is not XML") }
        tree.root = try element()
        tree.epilogue = try top(beforeRoot: false)
        guard cursor.isAtEnd else { throw fault("nothing may follow the end of '\(tree.root.name)'") }
        tree.endsWithLineFeed = cursor.endsWithLineFeed
        return tree
    }

    /// The declaration of version and encoding; only UTF-8 is read.
    private mutating func declaration() throws(DocumentFault) -> String {
        let place = cursor.place
        guard cursor.isAt("<?xml "), cursor.skip("<?") else { return #"xml version="1.0" encoding="UTF-8""# }
        guard let text = cursor.text(upTo: "?>") else {
            throw DocumentFault("the declaration '<?xml' does not end", at: place)
        }
        if let start = text.firstRange(of: "encoding=")?.upperBound {
            let name = text[start...].dropFirst().prefix { $0 != "\"" && $0 != "'" }
            guard ["utf-8", "us-ascii"].contains(name.lowercased()) else {
                throw DocumentFault(
                    .unsupportedFormat, "the encoding '\(name.prefix(40))' is not read; only UTF-8 is", at: place)
            }
        }
        return text
    }

    /// Comments and instructions outside of the root.
    private mutating func top(beforeRoot: Bool) throws(DocumentFault) -> [DocumentNode] {
        var result: [DocumentNode] = []
        while true {
            cursor.skipSpace()
            if cursor.isAt("<!DOCTYPE"), beforeRoot {
                try documentType()
            } else if let node = try markup() {
                result.append(node)
            } else {
                return result
            }
        }
    }

    /// A document type without declarations of its own, which is all that property lists have.
    private mutating func documentType() throws(DocumentFault) {
        let place = cursor.place
        guard allowsDocumentType else {
            throw DocumentFault(
                "a document type is declared, which could define entities; no model declares one", at: place)
        }
        guard let text = cursor.text(upTo: ">") else {
            throw DocumentFault("the document type does not end", at: place)
        }
        if text.contains("[") {
            throw DocumentFault("the document type has declarations of its own, which are not read", at: place)
        }
    }

    /// A comment or an instruction, if one is here.
    mutating func markup() throws(DocumentFault) -> DocumentNode? {
        let place = cursor.place
        if cursor.skip("<!--") {
            try count()
            guard let text = cursor.text(upTo: "--") else { throw DocumentFault("the comment does not end", at: place) }
            guard cursor.skip(">") else { throw fault("a comment cannot contain '--'") }
            return .comment(text)
        }
        if cursor.skip("<?") {
            try count()
            guard let text = cursor.text(upTo: "?>") else {
                throw DocumentFault("the instruction '<?' does not end", at: place)
            }
            return .instruction(text)
        }
        return nil
    }

    /// Counts one more node.
    mutating func count() throws(DocumentFault) {
        nodes += 1
        if nodes > DocumentLimits.nodes { throw fault(.limit, "the file has more than \(DocumentLimits.nodes) parts") }
    }

    /// A fault at the cursor.
    func fault(_ code: ModelProblem.Code, _ message: String) -> DocumentFault {
        DocumentFault(code, message, at: cursor.place)
    }

    func fault(_ message: String) -> DocumentFault { fault(.invalidSyntax, message) }
}
