import Foundation

/// How often the tests of random damage go round; `POLYSTORE_DAMAGE_ROUNDS` makes a long search of a short test.
enum DamageRounds {
    /// The rounds of the environment, or the usual number of a test when the environment names none.
    static func count(_ usual: Int) -> Int {
        ProcessInfo.processInfo.environment["POLYSTORE_DAMAGE_ROUNDS"].flatMap { Int($0) } ?? usual
    }
}
