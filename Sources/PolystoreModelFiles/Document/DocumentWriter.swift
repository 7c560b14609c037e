/// Writes a document as Xcode does: four spaces a level, attributes on the line of their tag.
struct DocumentWriter {
    private var text = ""

    static func text(of tree: DocumentTree) -> String {
        var writer = DocumentWriter()
        writer.text = "<?\(tree.declaration)?>\n"
        for node in tree.prologue { writer.write(node, depth: 0) }
        writer.write(tree.root, depth: 0)
        for node in tree.epilogue { writer.write(node, depth: 0) }
        if !tree.endsWithLineFeed { writer.text.removeLast() }
        return writer.text
    }

    private mutating func write(_ node: DocumentNode, depth: Int) {
        if case .element(let element) = node { return write(element, depth: depth) }
        indent(depth)
        writeInline(node)
        text += "\n"
    }

    private mutating func write(_ element: DocumentElement, depth: Int) {
        indent(depth)
        let hasText = element.children.contains { node in
            if case .text = node { true } else { false }
        }
        if hasText {
            // White space around text would become a part of it.
            writeInline(.element(element))
        } else {
            writeTag(of: element)
            if !element.children.isEmpty {
                text += "\n"
                for child in element.children { write(child, depth: depth + 1) }
                indent(depth)
                text += "</\(element.name)>"
            }
        }
        text += "\n"
    }

    private mutating func writeInline(_ node: DocumentNode) {
        switch node {
        case .comment(let comment): text += "<!--\(comment)-->"
        case .instruction(let instruction): text += "<?\(instruction)?>"
        case .text(let part): text += Self.escaped(part, isAttribute: false)
        case .element(let element):
            writeTag(of: element)
            guard !element.children.isEmpty else { return }
            for child in element.children { writeInline(child) }
            text += "</\(element.name)>"
        }
    }

    private mutating func writeTag(of element: DocumentElement) {
        text += "<\(element.name)"
        for attribute in element.attributes {
            text += " \(attribute.name)=\"\(Self.escaped(attribute.value, isAttribute: true))\""
        }
        text += element.children.isEmpty ? "/>" : ">"
    }

    private mutating func indent(_ depth: Int) { text += String(repeating: "    ", count: depth) }

    static func escaped(_ value: String, isAttribute: Bool) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where isAttribute: result += "&quot;"
            case "\n" where isAttribute: result += "&#10;"
            case "\t" where isAttribute: result += "&#9;"
            // A reader takes a return that is written as itself for a line feed.
            case "\r": result += "&#13;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
