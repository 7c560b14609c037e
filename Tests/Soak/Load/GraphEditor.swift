import Foundation
import Polystore
import PolystoreRandom

/// Makes random changes in a context, and keeps the number of objects within its bounds.
struct GraphEditor {
    var random: RandomSource

    /// Numbers are drawn below this bound.
    static let numbers = 1_000_000

    /// Makes one change.
    ///
    /// - Throws: What the context throws.
    mutating func edit(_ context: ManagedObjectContext) throws {
        switch random.below(24) {
        case 0...3: try changeItem(context)
        case 4...5: try moveItem(context)
        case 6: try orderItems(context)
        case 7...9: try linkTag(context)
        case 10...11: try changeTag(context)
        case 12: try changeProject(context)
        case 13...14: try moveCursor(context)
        case 15: try changeAttachment(context)
        case 16...18: try balanceItems(context)
        case 19...20: try balanceTags(context)
        case 21: try balanceProjects(context)
        case 22: try balanceSessions(context)
        default: try balanceCursors(context)
        }
    }

    /// An object whose number is the next one to a random number; nil where there is none.
    ///
    /// - Throws: The errors of a fetch.
    mutating func pick<Object: Numbered>(_ type: Object.Type, _ context: ManagedObjectContext) throws -> Object? {
        // One in four is one of few: the contexts meet there.
        let start = random.below(random.chance(4) ? Self.numbers / 100 : Self.numbers)
        let all = FetchRequest(type).sorted(by: type.number)
        return try context.first(all.where(type.number >= start)) ?? context.first(all)
    }

    /// Whether an object is to be added (true) or deleted (false): at random within the bounds, and back towards them.
    mutating func grows(_ count: Int, _ population: Population) -> Bool {
        count < population.low || (count <= population.high && random.chance(2))
    }

    /// Some letters.
    mutating func text(_ count: Int) -> String {
        let letter = Character(UnicodeScalar(UInt8(97 + random.below(26))))
        return String(repeating: letter, count: count)
    }

    /// Some bytes, which say by their values how many they are.
    static func bytes(_ count: Int) -> Data { Data(repeating: UInt8(truncatingIfNeeded: count), count: count) }
}
