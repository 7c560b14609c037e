import PolystoreStorage

extension LMDBPages {
    /// The first place of a page whose key is not smaller than a key; `count` when there is none.
    @inline(__always)
    func lowerBound(_ page: LMDBPage, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Int {
        try lowerBound(page, key, from: 0, to: page.count)
    }

    /// The same between two places.
    @inline(__always)
    func lowerBound(
        _ page: LMDBPage, _ key: UnsafeRawBufferPointer, from first: Int, to last: Int
    ) throws(StoreError) -> Int {
        var (low, high) = (first, last)
        while low < high {
            let middle = (low + high) / 2
            if try node(page, middle).order(to: key) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The place of a branch below which a key lies, looked for around a guess.
    ///
    /// The first key of a branch is that of nothing: all keys are behind it.
    @inline(__always)
    func child(
        _ page: LMDBPage, _ key: UnsafeRawBufferPointer, near guess: Int
    ) throws(StoreError) -> Int {
        // One function for this and for `place`, told by a closure which keys are behind, took 1.3 to 1.6 times as long.
        // INVARIANT: keys before `low` are not behind the key, and those from `high` on are.
        var (low, high, step) = (1, page.count, 1)
        if guess >= 1, guess < high {
            if try node(page, guess).order(to: key) <= 0 {
                low = guess + 1
                // Steps that double lead to where the binary search begins.
                while guess + step < high {
                    if try node(page, guess + step).order(to: key) > 0 {
                        high = guess + step
                        break
                    }
                    low = guess + step + 1
                    step *= 2
                }
            } else {
                high = guess
                while guess - step >= 1 {
                    if try node(page, guess - step).order(to: key) <= 0 {
                        low = guess - step + 1
                        break
                    }
                    high = guess - step
                    step *= 2
                }
            }
        }
        while low < high {
            let middle = (low + high) / 2
            if try node(page, middle).order(to: key) <= 0 { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// The place of a key in a leaf, looked for around a guess; nil when it is not there.
    @inline(__always)
    func place(_ page: LMDBPage, _ key: UnsafeRawBufferPointer, near guess: Int) throws(StoreError) -> Int? {
        let order = try node(page, guess).order(to: key)
        if order == 0 { return guess }
        // Steps that double lead to where the binary search begins.
        var (low, high, step) = order < 0 ? (guess + 1, page.count, 1) : (0, guess, 1)
        if order < 0 {
            while guess + step < high {
                if try node(page, guess + step).order(to: key) >= 0 {
                    high = guess + step
                    break
                }
                low = guess + step + 1
                step *= 2
            }
        } else {
            while guess - step >= 0 {
                if try node(page, guess - step).order(to: key) < 0 {
                    low = guess - step + 1
                    break
                }
                high = guess - step
                step *= 2
            }
        }
        let place = try lowerBound(page, key, from: low, to: high)
        guard place < page.count, try node(page, place).order(to: key) == 0 else { return nil }
        return place
    }
}
