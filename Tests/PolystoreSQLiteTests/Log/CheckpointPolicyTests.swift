import PolystoreRandom
import Testing

@testable import PolystoreSQLite

/// When the log of a SQLite store is copied back, and by which thread.
@Suite("When a log is copied back")
struct CheckpointPolicyTests {
    private static let limit = 4096

    private static let start = CheckpointPolicy(limit: limit).start

    @Test("nothing is copied before half of the limit, and then beside the writer")
    func start() {
        var policy = CheckpointPolicy(limit: Self.limit)
        #expect(policy.start == Self.limit / 2)
        for frames in 1..<Self.start { #expect(policy.step(frames: frames, copied: { 0 }) == .nothing) }
        #expect(policy.step(frames: Self.start, copied: { 0 }) == .copyBeside)
    }

    @Test("without a thread the writer copies at the limit, and nothing is copied before")
    func withoutThread() {
        var policy = CheckpointPolicy(limit: Self.limit, usesThread: false)
        for frames in 1..<Self.limit { #expect(policy.step(frames: frames, copied: { 0 }) == .nothing) }
        #expect(policy.step(frames: Self.limit, copied: { 0 }) == .copyHere)
        #expect(policy.step(frames: 1, copied: { 0 }) == .nothing)
        #expect(policy.step(frames: Self.limit * 3, copied: { 0 }) == .copyHere)
    }

    @Test("the writer copies the little that is left, and nothing as long as it is much")
    func rest() {
        var policy = CheckpointPolicy(limit: Self.limit)
        #expect(policy.step(frames: 2500, copied: { 0 }) == .copyBeside)
        // It is being copied.
        #expect(policy.step(frames: 2600, copied: { nil }) == .nothing)
        #expect(policy.step(frames: 3000, copied: { 2500 }) == .copyBeside)
        #expect(policy.step(frames: 3050, copied: { nil }) == .nothing)
        #expect(policy.step(frames: 3150, copied: { 3000 }) == .copyHere)
    }

    @Test("a log that begins anew is left alone until it has grown again")
    func anew() {
        var policy = CheckpointPolicy(limit: Self.limit)
        #expect(policy.step(frames: 2500, copied: { 0 }) == .copyBeside)
        #expect(policy.step(frames: 2550, copied: { nil }) == .nothing)
        #expect(policy.step(frames: 2600, copied: { 2500 }) == .copyHere)
        #expect(policy.step(frames: 4, copied: { 2500 }) == .nothing)
        #expect(policy.step(frames: Self.start - 1, copied: { 2500 }) == .nothing)
        // What was copied of another log says nothing about this one.
        #expect(policy.step(frames: Self.start, copied: { 2500 }) == .copyBeside)
    }

    @Test("a writer that is faster than the copying waits for it at the limit")
    func limit() {
        var policy = CheckpointPolicy(limit: Self.limit)
        #expect(policy.step(frames: 2500, copied: { 0 }) == .copyBeside)
        for frames in stride(from: 2504, to: Self.limit, by: 4) {
            #expect(policy.step(frames: frames, copied: { nil }) == .nothing)
        }
        #expect(policy.step(frames: Self.limit, copied: { nil }) == .copyHere)
    }

    @Test("a commit that is longer than the limit is copied by its writer")
    func largeCommit() {
        var policy = CheckpointPolicy(limit: Self.limit)
        #expect(policy.step(frames: Self.limit * 9, copied: { 0 }) == .copyHere)
    }

    @Test("a log that begins anew with a longer commit than it had is copied as any other")
    func anewAndLonger() {
        var policy = CheckpointPolicy(limit: Self.limit)
        #expect(policy.step(frames: Self.limit + 100, copied: { 0 }) == .copyHere)
        #expect(policy.step(frames: Self.limit + 200, copied: { 0 }) == .copyHere)
        policy.wasHeld()
        #expect(policy.step(frames: Self.limit + 300, copied: { 0 }) == .nothing)
        var other = CheckpointPolicy(limit: Self.limit)
        #expect(other.step(frames: 2500, copied: { 0 }) == .copyBeside)
        #expect(other.step(frames: Self.limit * 2, copied: { 2500 }) == .copyHere)
    }

    @Test(
        "what a reader kept from being copied is copied beside the writer when the reader has gone, however much it is")
    func released() {
        var policy = CheckpointPolicy(limit: Self.limit)
        var frames = 4
        while frames < Self.limit * 64 {
            #expect(policy.step(frames: frames, copied: { 100 }) != .copyHere)
            frames += 4
        }
        // The pass that was asked for last goes on; the writer goes on as well, for a while.
        for _ in 0..<Self.limit / 16 {
            #expect(policy.step(frames: frames, copied: { nil }) == .nothing)
            frames += 4
        }
    }

    @Test("commits that are large themselves leave no log that is longer than the limit and one of them")
    func largeCommits() {
        var policy = CheckpointPolicy(limit: Self.limit)
        var (frames, copied, beginnings) = (0, 0, 0)
        for _ in 0..<40 {
            if copied == frames {
                (frames, copied) = (0, 0)
                beginnings += 1
            }
            frames += 1500
            switch policy.step(frames: frames, copied: { copied }) {
            case .nothing: break
            // Each pass has come to its end when the next commit is made.
            case .copyBeside, .copyHere: copied = frames
            }
            #expect(frames < Self.limit + 1500)
        }
        #expect(beginnings > 10)
    }

    @Test("the thread is asked behind commits that added to the log, and no others", arguments: [1, 16, 4096])
    func newFrames(limit: Int) {
        var policy = CheckpointPolicy(limit: limit)
        let start = policy.start
        #expect(policy.step(frames: start, copied: { 0 }) == (start < limit ? .copyBeside : .copyHere))
        if start == limit { policy.wasHeld() }
        for _ in 0..<100 { #expect(policy.step(frames: start, copied: { 0 }) == .nothing) }
    }

    @Test("a reader that keeps a log from being copied costs few attempts, not one for each commit")
    func pinned() {
        var policy = CheckpointPolicy(limit: Self.limit)
        var attempts = 0
        for frames in stride(from: 4, through: Self.limit * 8, by: 4)
        where policy.step(frames: frames, copied: { 100 }) != .nothing { attempts += 1 }
        #expect((8...96).contains(attempts))
    }

    @Test(
        "whatever the two speeds are, no commit leaves a log at its limit that nothing has begun to copy",
        arguments: [1, 3, 10, 100, 1000], [12, 700, 3000])
    func speeds(copiedPerCommit: Int, framesPerCommit: Int) {
        var random = RandomSource()
        var policy = CheckpointPolicy(limit: Self.limit)
        var (frames, copied, beginnings, longest) = (0, 0, 0, 0)
        var target: Int?
        for _ in 0..<100_000 {
            if copied == frames, target == nil, frames > 0 {
                (frames, copied) = (0, 0)
                beginnings += 1
            }
            frames += Int.random(in: 1...framesPerCommit, using: &random)
            if let end = target {
                copied = min(copied + copiedPerCommit, end)
                if copied == end { target = nil }
            }
            switch policy.step(frames: frames, copied: { target == nil ? copied : nil }) {
            case .nothing: break
            case .copyBeside: target = frames
            case .copyHere:
                // What the thread says that it copied stays behind.
                target = nil
                copied = frames
            }
            // What the writer has copied is cut off when it is too long.
            if copied < frames { longest = max(longest, frames) }
        }
        #expect(longest < Self.limit)
        #expect(beginnings >= 10)
    }
}
