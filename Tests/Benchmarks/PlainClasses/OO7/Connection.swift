/// A connection of two atomic parts of OO7.
final class Connection {
    unowned let source: AtomicPart, target: AtomicPart
    let length: Int

    init(from source: AtomicPart, to target: AtomicPart, length: Int) {
        (self.source, self.target, self.length) = (source, target, length)
    }
}
