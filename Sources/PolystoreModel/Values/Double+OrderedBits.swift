extension Double {
    /// Bits whose order, read as a number without a sign, is that of numbers, which are not NaN; −0 is 0.
    @inlinable package var orderedBits: UInt64 {
        let bits = (self == 0 ? 0 : self).bitPattern
        return bits & 1 << 63 == 0 ? bits | 1 << 63 : ~bits
    }
}
