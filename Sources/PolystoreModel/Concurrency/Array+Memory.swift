extension Array {
    /// Makes room for elements and tells where they will lie, as long as the list does not outgrow its room.
    ///
    /// - Parameter count: How many elements there will be, those that are there counted in.
    /// - Returns: The memory of as many, from the first one on.
    package mutating func memory(for count: Int) -> UnsafeMutableRawBufferPointer {
        reserveCapacity(count)
        return withUnsafeMutableBufferPointer { elements in
            UnsafeMutableRawBufferPointer(start: elements.baseAddress, count: count * MemoryLayout<Element>.stride)
        }
    }
}
