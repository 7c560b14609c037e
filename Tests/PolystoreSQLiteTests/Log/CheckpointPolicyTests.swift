import PolystoreRandom
import Testing

@testable import PolystoreSQLite

/// When the log of a SQLite store is copied back, and by whom.
@Suite("When a log is copied back")
struct CheckpointPolicyTests {
    private static let limit = 4096

    @Test("nothing is copied before the limit, and then beside the writer")
    func limit() {
        var policy = CheckpointPolicy(limit: Self.limit)
        for frames in 1..<Self.limit { #expect(policy.step(frames: frames, copied: { 0 }) == .nothing) }
        #expect(policy.step(frames: Self.limit, copied: { 0 }) == .copyBeside)
    }

    @Test("the writer copies the little that is left, and nothing as long as it is much")
    func rest() {
        var policy = CheckpointPolicy(limit: Self.limit)
        #expect(policy.step(frames: 5000, copied: { 0 }) == .copyBeside)
        // It is being copied.
        #expect(policy.step(frames: 5200, copied: { nil }) == .nothing)
        #expect(policy.step(frames: 6000, copied: { 5000 }) == .copyBeside)
        #expect(policy.step(frames: 6300, copied: { 6000 }) == .copyHere)
    }

    @Test("a log that begins anew is left alone until it has grown again")
    func anew() {
        var policy = CheckpointPolicy(limit: Self.limit)
        #expect(policy.step(frames: 5000, copied: { 0 }) == .copyBeside)
        #expect(policy.step(frames: 5100, copied: { 5000 }) == .copyHere)
        #expect(policy.step(frames: 4, copied: { 5000 }) == .nothing)
        #expect(policy.step(frames: Self.limit - 1, copied: { 5000 }) == .nothing)
        // What was copied of another log says nothing about this one.
        #expect(policy.step(frames: Self.limit, copied: { 5000 }) == .copyBeside)
    }

    @Test("a writer that is faster than the copying waits for it where the log is four times as long as it should be")
    func bound() {
        var policy = CheckpointPolicy(limit: Self.limit)
        #expect(policy.step(frames: 5000, copied: { 0 }) == .copyBeside)
        for frames in stride(from: 5004, to: policy.bound, by: 4) {
            #expect(policy.step(frames: frames, copied: { nil }) == .nothing)
        }
        #expect(policy.step(frames: policy.bound + 64, copied: { nil }) == .copyHere)
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
        for _ in 0..<Self.limit / 8 {
            #expect(policy.step(frames: frames, copied: { nil }) == .nothing)
            frames += 4
        }
    }

    @Test("commits that are large themselves do not keep a log from beginning anew")
    func largeCommits() {
        var policy = CheckpointPolicy(limit: Self.limit)
        var steps: [CheckpointPolicy.Step] = []
        var copied = 0
        for frames in stride(from: 1500, through: Self.limit * 6, by: 1500) {
            let step = policy.step(frames: frames, copied: { copied })
            // Each pass has come to its end when the next commit is made.
            if step == .copyBeside { copied = frames }
            steps.append(step)
        }
        #expect(steps.contains(.copyHere))
    }

    @Test("the thread is asked behind commits that added to the log, and no others", arguments: [1, 16, 4096])
    func newFrames(limit: Int) {
        var policy = CheckpointPolicy(limit: limit)
        #expect(policy.step(frames: limit, copied: { 0 }) == .copyBeside)
        for _ in 0..<100 { #expect(policy.step(frames: limit, copied: { 0 }) == .nothing) }
    }

    @Test("a reader that keeps a log from being copied costs few attempts, not one for each commit")
    func pinned() {
        var policy = CheckpointPolicy(limit: Self.limit)
        var attempts = 0
        for frames in stride(from: 4, through: Self.limit * 8, by: 4)
        where policy.step(frames: frames, copied: { 100 }) != .nothing { attempts += 1 }
        #expect((8...48).contains(attempts))
    }

    @Test(
        "whatever the two speeds are, a log stays within its bound and begins anew", arguments: [1, 3, 10, 100, 1000],
        [12, 3000])
    func speeds(copiedPerCommit: Int, framesPerCommit: Int) {
        var random = RandomSource()
        var policy = CheckpointPolicy(limit: Self.limit)
        var (frames, copied, longest, beginnings) = (0, 0, 0, 0)
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
            longest = max(longest, frames)
        }
        #expect(longest <= policy.bound + Self.limit * 2)
        #expect(beginnings >= 10)
    }
}
