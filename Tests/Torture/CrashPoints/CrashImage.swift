import PolystoreRandom

/// One image: what a crash leaves at a point of a recording.
struct CrashImage {
    /// Which of the unit's recordings.
    let recording: Int
    /// How many calls and marks there were.
    let calls: Int
    /// 0 for everything that was written, 1 for what was synced, others for a random part.
    let number: Int

    /// How many random parts are tried at a point.
    static let randomVariants = 8

    func variant(_ seed: UInt64) -> SimulatedDisk.Variant {
        switch number {
        case 0: .everything
        case 1: .synced
        default: .random(RandomSource(seed: seed &+ UInt64(calls) &* 0x9e37_79b9 &+ UInt64(number) << 40))
        }
    }

    /// All images of recordings; where nothing waits for the disk there is one at a point.
    static func all(of recordings: [Recording], honouringSyncs: Bool) -> [CrashImage] {
        var images: [CrashImage] = []
        for (index, recording) in recordings.enumerated() {
            var disk = SimulatedDisk(recording.initial, honoursSyncs: honouringSyncs)
            var taken = 0
            for point in recording.points {
                for call in recording.calls[taken..<point] { disk.take(call) }
                taken = point
                let variants = disk.isSettled ? 1 : 2 + randomVariants
                images += (0..<variants).map { CrashImage(recording: index, calls: point, number: $0) }
            }
        }
        return images
    }

    /// Some of many images, spread over all of them.
    static func sample(_ images: [CrashImage], _ count: Int, _ random: inout RandomSource) -> [CrashImage] {
        guard images.count > count, count > 0 else { return images }
        return (0..<count).map { index in
            let (start, end) = (index * images.count / count, (index + 1) * images.count / count)
            return images[start + random.below(max(1, end - start))]
        }
    }
}
