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
        guard !isIdentity, !isUnchangedASCII(utf8), let table else { return body(utf8) }
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
        let end = utf8.count
        var (read, written) = (0, 0)
        while read < end {
            if read + 8 <= end {
                let word = source.loadUnaligned(fromByteOffset: read, as: UInt64.self)
                if word & ASCIIWord.highBits == 0 {
                    let folded = foldsCase ? ASCIIWord.lowercased(word) : word
                    target.storeBytes(of: folded, toByteOffset: written, as: UInt64.self)
                    read += 8
                    written += 8
                    continue
                }
            }
            let byte = source.load(fromByteOffset: read, as: UInt8.self)
            if byte < 0x80 {
                let folded = foldsCase ? UInt8(truncatingIfNeeded: ASCIIWord.lowercased(UInt64(byte))) : byte
                target.storeBytes(of: folded, toByteOffset: written, as: UInt8.self)
                read += 1
                written += 1
                continue
            }
            let unit = UTF8Unit(at: read, in: utf8)
            if let form = table.form(of: unit.scalar) {
                for index in 0..<form.count {
                    target.storeBytes(of: form[index], toByteOffset: written + index, as: UInt8.self)
                }
                written += form.count
            } else if decomposesHangul, let syllable = HangulSyllable(unit.scalar) {
                written += syllable.write(to: target + written)
            } else {
                for index in 0..<unit.length {
                    let same = source.load(fromByteOffset: read + index, as: UInt8.self)
                    target.storeBytes(of: same, toByteOffset: written + index, as: UInt8.self)
                }
                written += unit.length
            }
            read += unit.length
        }
        return written
    }

    /// Whether the text is ASCII and folding does not change it.
    private func isUnchangedASCII(_ utf8: UnsafeRawBufferPointer) -> Bool {
        guard let source = utf8.baseAddress else { return true }
        let foldsCase = contains(.caseInsensitive)
        let end = utf8.count
        var offset = 0
        while offset + 8 <= end {
            let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word & ASCIIWord.highBits == 0, !foldsCase || ASCIIWord.lowercased(word) == word else {
                return false
            }
            offset += 8
        }
        while offset < end {
            let byte = source.load(fromByteOffset: offset, as: UInt8.self)
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
