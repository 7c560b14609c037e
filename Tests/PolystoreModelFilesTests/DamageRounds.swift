import Foundation

/// How often the tests of random damage go round; `POLYSTORE_DAMAGE_ROUNDS` makes a long search of a short test.
enum DamageRounds {
    /// The rounds of the environment, or those that a test takes when nobody asks for more.
    static func count(_ usual: Int) -> Int {
        ProcessInfo.processInfo.environment["POLYSTORE_DAMAGE_ROUNDS"].flatMap { Int($0) } ?? usual
    }
}
