extension TextFolding {
    /// The folding of a text, as UTF-8 bytes.
    ///
    /// - Complexity: O(n); text of ASCII alone is done eight bytes at a time.
    public func fold(_ utf8: UnsafeRawBufferPointer) -> [UInt8] {
        guard let table else { return Array(utf8) }
        let capacity = Self.isASCII(utf8) ? utf8.count : Self.maximumLength(ofFolded: utf8.count)
        return Array(unsafeUninitializedCapacity: capacity) { buffer, count in
            count = fold(utf8, with: table, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// The folding of a text, as UTF-8 bytes.
    public func fold(_ utf8: [UInt8]) -> [UInt8] {
        utf8.withUnsafeBytes { fold($0) }
    }

    /// The folding of a text.
    public func fold(_ text: String) -> String {
        guard !isIdentity else { return text }
        var text = text
        let bytes = text.withUTF8 { fold(UnsafeRawBufferPointer($0)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Calls a function with the folding of a text, which lives only during the call; without an allocation for short
    /// texts, and without a copy if folding changes nothing in ASCII text.
    public func withFolded<Result>(
        _ utf8: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        guard let table, !isUnchangedASCII(utf8) else { return body(utf8) }
        let capacity = Self.maximumLength(ofFolded: utf8.count)
        return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
            let count = fold(utf8, with: table, into: buffer)
            return body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Writes the folding of a text and returns its length.
    ///
    /// The output has room for the maximum length, or for the text's own length if that is ASCII.
    private func fold(
        _ utf8: UnsafeRawBufferPointer, with table: FoldingTable, into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard let source = utf8.baseAddress, let target = output.baseAddress else { return 0 }
        let foldsCase = contains(.caseInsensitive)
        let decomposesHangul = contains(.diacriticInsensitive)
        return table.withStorage { map, pool in
            var (read, written) = (0, 0)
            while read < utf8.count {
                if read + 8 <= utf8.count {
                    let word = source.loadUnaligned(fromByteOffset: read, as: UInt64.self)
                    if word & ASCIIWord.highBits == 0 {
                        let folded = foldsCase ? ASCIIWord.lowercased(word) : word
                        target.storeBytes(of: folded, toByteOffset: written, as: UInt64.self)
                        read += 8
                        written += 8
                        continue
                    }
                }
                let unit = UTF8Unit(at: read, in: utf8)
                let start = read
                read += unit.length
                if decomposesHangul, let jamo = HangulSyllable(unit.scalar) {
                    written += jamo.write(to: target + written)
                } else if let offset = map.offset(of: unit.scalar) {
                    let count = Int(pool[offset])
                    for index in 0..<count {
                        target.storeBytes(of: pool[offset + 1 + index], toByteOffset: written + index, as: UInt8.self)
                    }
                    written += count
                } else {
                    for index in start..<read {
                        target.storeBytes(of: utf8[index], toByteOffset: written + index - start, as: UInt8.self)
                    }
                    written += unit.length
                }
            }
            return written
        }
    }

    /// Whether the text is ASCII and folding does not change it.
    private func isUnchangedASCII(_ utf8: UnsafeRawBufferPointer) -> Bool {
        let foldsCase = contains(.caseInsensitive)
        var offset = 0
        while offset + 8 <= utf8.count {
            let word = utf8.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word & ASCIIWord.highBits == 0, !foldsCase || ASCIIWord.lowercased(word) == word else {
                return false
            }
            offset += 8
        }
        while offset < utf8.count {
            let byte = utf8[offset]
            guard byte < 0x80, !foldsCase || !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else {
                return false
            }
            offset += 1
        }
        return true
    }

    /// Whether every byte is ASCII.
    private static func isASCII(_ utf8: UnsafeRawBufferPointer) -> Bool {
        TextFolding.diacriticInsensitive.isUnchangedASCII(utf8)
    }
}
