import SwiftWorkload

/// A composite part of OO7 with its document and its atomic parts, the first of which is its root.
final class CompositePart {
    let number: Int
    let title: String, text: String
    let parts: [AtomicPart]

    init(number: Int, _ module: OO7Module) {
        self.number = number
        title = "Composite Part \(number)"
        text = OO7Module.documentText
        let values = module.parts(of: number)
        parts = values.map { AtomicPart(number: $0.number, x: $0.x, y: $0.y, buildDate: $0.buildDate) }
        for (part, values) in zip(parts, values) {
            for (index, number) in values.targets.enumerated() {
                let target = parts[number % OO7Module.partsOfComposite]
                let connection = Connection(from: part, to: target, length: index)
                part.outgoing.append(connection)
                target.incoming.append(connection)
            }
        }
    }
}
