import PolystoreRandom
import Testing

@testable import PolystoreSQLite

/// When the log of a SQLite store is copied back.
@Suite("When a log is copied back")
struct CheckpointPolicyTests {
    private static let limit = 4096

    /// Expects a log of so many frames to be copied, or not.
    private func expect(
        _ policy: inout CheckpointPolicy, frames: Int, isDue: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = policy.isDue(frames: frames)
        #expect(found == isDue, "\(frames) frames", sourceLocation: sourceLocation)
    }

    @Test("a log is copied by the last commit that leaves it within its limit", arguments: [1, 4, 100, 2000])
    func last(length: Int) {
        var policy = CheckpointPolicy(limit: Self.limit)
        for _ in 1...5 {
            var frames = length
            while frames + length <= Self.limit {
                expect(&policy, frames: frames, isDue: false)
                frames += length
            }
            expect(&policy, frames: frames, isDue: true)
            policy.wasCopied()
        }
    }

    @Test("a commit that goes beyond the limit is copied at once, also where the log was shorter before")
    func largeCommit() {
        var policy = CheckpointPolicy(limit: Self.limit)
        expect(&policy, frames: Self.limit * 9, isDue: true)
        policy.wasCopied()
        expect(&policy, frames: Self.limit * 10, isDue: true)
        policy.wasCopied()
        expect(&policy, frames: 1, isDue: false)
        expect(&policy, frames: Self.limit + 1, isDue: true)
    }

    @Test("a log that begins anew is left alone until it has grown again, whatever a reader kept before")
    func anew() {
        var policy = CheckpointPolicy(limit: Self.limit)
        expect(&policy, frames: Self.limit, isDue: true)
        policy.wasHeld()
        expect(&policy, frames: Self.limit + 4, isDue: false)
        for frames in stride(from: 4, through: Self.limit - 4, by: 4) {
            expect(&policy, frames: frames, isDue: false)
        }
        expect(&policy, frames: Self.limit, isDue: true)
    }

    @Test("a reader that keeps a log from being copied costs few attempts, not one for each commit")
    func held() {
        var policy = CheckpointPolicy(limit: Self.limit)
        var attempts = 0
        for frames in stride(from: 4, through: Self.limit * 8, by: 4) where policy.isDue(frames: frames) {
            attempts += 1
            policy.wasHeld()
        }
        #expect((8...32).contains(attempts))
    }

    @Test("readers are waited for when they kept a log until it was twice its limit, and again whenever it has doubled")
    func waiting() {
        var policy = CheckpointPolicy(limit: Self.limit)
        var waits: [Int] = []
        for frames in stride(from: 4, through: Self.limit * 20, by: 4) where policy.isDue(frames: frames) {
            if policy.waitsForReaders() { waits.append(frames / Self.limit) }
            policy.wasHeld()
        }
        #expect(waits == [2, 4, 8, 16])
        // A log that begins anew has its readers waited for as early as before.
        policy.wasCopied()
        waits = []
        for frames in stride(from: 4, through: Self.limit * 3, by: 4) where policy.isDue(frames: frames) {
            if policy.waitsForReaders() { waits.append(frames / Self.limit) }
            policy.wasHeld()
        }
        #expect(waits == [2])
    }

    @Test("the smallest limit has each commit copied")
    func smallest() {
        for limit in [0, 1] {
            var policy = CheckpointPolicy(limit: limit)
            for _ in 0..<3 {
                expect(&policy, frames: 2, isDue: true)
                policy.wasCopied()
            }
        }
    }

    @Test(
        "whatever the lengths of commits are, none leaves a log beyond its limit that is not copied",
        arguments: [12, 700, 3000, 6000])
    func lengths(longest: Int) {
        var random = RandomSource()
        var policy = CheckpointPolicy(limit: Self.limit)
        var (frames, beginnings) = (0, 0)
        for _ in 0..<10_000 {
            frames += Int.random(in: 1...longest, using: &random)
            if policy.isDue(frames: frames) {
                policy.wasCopied()
                frames = 0
                beginnings += 1
            }
            #expect(frames <= Self.limit)
        }
        #expect(beginnings >= 10)
    }
}
