/// An element of a document: its name, its attributes and what is inside, all in the order of the text.
public struct DocumentElement: Hashable, Sendable {
    /// The name in the tag.
    public var name: String
    /// The attributes, no two of one name.
    public var attributes: [DocumentAttribute]
    /// The content between the tag and its end.
    public var children: [DocumentNode]
    /// Where the tag begins.
    public var place: DocumentPlace

    /// Makes an element.
    public init(
        _ name: String, _ attributes: [DocumentAttribute] = [], _ elements: [DocumentElement] = [],
        place: DocumentPlace = .init()
    ) {
        self.name = name
        self.attributes = attributes
        children = elements.map(DocumentNode.element)
        self.place = place
    }

    /// The elements inside, without those deeper down.
    public var elements: some Sequence<DocumentElement> { children.lazy.compactMap(\.element) }

    /// The elements of a name inside, without those deeper down.
    public func elements(named name: String) -> [DocumentElement] { elements.filter { $0.name == name } }

    /// The attribute of a name.
    public func attribute(_ name: String) -> DocumentAttribute? { attributes.first { $0.name == name } }

    /// The value of the attribute of a name; setting a new one adds it at the end, setting nil removes it.
    public subscript(name: String) -> String? {
        get { attribute(name)?.value }
        set {
            let index = attributes.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): attributes[index].value = value
            case (let index?, nil): attributes.remove(at: index)
            case (nil, let value?): attributes.append(DocumentAttribute(name, value))
            case (nil, nil): break
            }
        }
    }

    /// The text inside, without elements and comments.
    public var text: String {
        children.reduce(into: "") { text, node in
            if case .text(let part) = node { text += part }
        }
    }
}
