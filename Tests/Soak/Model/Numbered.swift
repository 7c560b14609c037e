import Polystore

/// An entity whose objects have a number, by which one of them is picked at random through an index.
protocol Numbered: Entity {
    static var number: Attribute<Int> { get }
}
