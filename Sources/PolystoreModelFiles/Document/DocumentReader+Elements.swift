import PolystoreModel

extension DocumentReader {
    /// The root and everything inside of it.
    mutating func element() throws(DocumentFault) -> DocumentElement {
        var open: [DocumentElement] = []
        while true {
            if open.isEmpty {
                let (element, isClosed) = try tag()
                if isClosed { return element }
                open.append(element)
            } else if cursor.isAt("</") {
                var element = open.removeLast()
                try endTag(of: element)
                element.children = Self.withoutIndentation(element.children)
                guard !open.isEmpty else { return element }
                open[open.count - 1].children.append(.element(element))
            } else if let node = try markup() {
                open[open.count - 1].children.append(node)
            } else if cursor.isAt("<![CDATA[") {
                let text = try verbatim()
                Self.append(text, to: &open[open.count - 1].children)
            } else if cursor.isAt("<!") {
                throw fault("a declaration cannot stand inside of '\(open[open.count - 1].name)'")
            } else if cursor.isAt("<") {
                if open.count == DocumentLimits.depth {
                    throw fault(.limit, "more than \(DocumentLimits.depth) elements are inside of each other")
                }
                let (element, isClosed) = try tag()
                if isClosed { open[open.count - 1].children.append(.element(element)) } else { open.append(element) }
            } else if cursor.isAtEnd {
                let element = open[open.count - 1]
                throw DocumentFault("the element '\(element.name)' does not end", at: element.place)
            } else {
                try count()
                let text = try text(upTo: 0x3C)
                Self.append(text, to: &open[open.count - 1].children)
            }
        }
    }

    /// Adds text to what is before it: no document says where one text ends and the next begins.
    private static func append(_ text: String, to children: inout [DocumentNode]) {
        if text.isEmpty { return }
        guard case .text(var before)? = children.last else { return children.append(.text(text)) }
        // Taken out first, so that many parts are not copied for each more.
        children.removeLast()
        before += text
        children.append(.text(before))
    }

    /// A tag with its attributes, and whether it is its own end.
    private mutating func tag() throws(DocumentFault) -> (DocumentElement, isClosed: Bool) {
        try count()
        let place = cursor.place
        cursor.advance()
        var element = DocumentElement(try name("element"), place: place)
        while true {
            let isSpaced = cursor.skipSpace()
            if cursor.skip("/>") { return (element, true) }
            if cursor.skip(">") { return (element, false) }
            if cursor.isAtEnd { throw DocumentFault("the tag of '\(element.name)' does not end", at: place) }
            guard isSpaced else { throw fault("white space is missing before an attribute of '\(element.name)'") }
            let start = cursor.place
            let attribute = try attribute(of: element.name)
            if element.attribute(attribute.name) != nil {
                throw DocumentFault("'\(element.name)' has two attributes named '\(attribute.name)'", at: start)
            }
            guard element.attributes.count < DocumentLimits.attributes else {
                throw fault(.limit, "'\(element.name)' has more than \(DocumentLimits.attributes) attributes")
            }
            element.attributes.append(attribute)
        }
    }

    private mutating func attribute(of element: String) throws(DocumentFault) -> DocumentAttribute {
        let name = try name("attribute")
        cursor.skipSpace()
        guard cursor.skip("=") else { throw fault("'=' is missing behind attribute '\(name)' of '\(element)'") }
        cursor.skipSpace()
        guard let quote = cursor.byte, quote == 0x22 || quote == 0x27 else {
            throw fault("the value of attribute '\(name)' of '\(element)' is not in quotes")
        }
        cursor.advance()
        let place = cursor.place
        let value = try text(upTo: quote, isAttribute: true)
        guard !cursor.isAtEnd else {
            throw DocumentFault("the value of attribute '\(name)' of '\(element)' does not end", at: place)
        }
        cursor.advance()
        return DocumentAttribute(name, value, place: place)
    }

    private mutating func endTag(of element: DocumentElement) throws(DocumentFault) {
        let place = cursor.place
        _ = cursor.skip("</")
        let name = try name("element")
        guard name == element.name else {
            throw DocumentFault(
                "'</\(name)>' where '\(element.name)' of line \(element.place.line) has to end first", at: place)
        }
        cursor.skipSpace()
        guard cursor.skip(">") else { throw fault("'>' is missing behind '</\(name)'") }
    }

    private mutating func name(_ what: String) throws(DocumentFault) -> String {
        let start = cursor.index
        while let byte = cursor.byte, DocumentCharacters.isName(byte, first: cursor.index == start) { cursor.advance() }
        guard cursor.index > start else { throw fault("the name of an \(what) is missing") }
        return cursor.text(from: start)
    }

    /// Text that stands for itself.
    private mutating func verbatim() throws(DocumentFault) -> String {
        try count()
        let place = cursor.place
        _ = cursor.skip("<![CDATA[")
        guard let text = cursor.text(upTo: "]]>") else { throw DocumentFault("'<![CDATA[' does not end", at: place) }
        return text
    }

    /// White space is meant as text only where there is other text beside it.
    private static func withoutIndentation(_ children: [DocumentNode]) -> [DocumentNode] {
        func isSpace(_ node: DocumentNode) -> Bool {
            guard case .text(let text) = node else { return false }
            return text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }
        }
        func isText(_ node: DocumentNode) -> Bool {
            if case .text = node { true } else { false }
        }
        let hasText = children.contains { isText($0) && !isSpace($0) }
        return hasText ? children : children.filter { !isSpace($0) }
    }
}
