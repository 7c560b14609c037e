/// Lists that are too long for one line.
enum WrappedList {
    /// The elements with commas between them, as many to a line as fit; an element is never broken.
    static func lines(_ elements: [String], width: Int) -> [String] {
        var lines: [String] = []
        for (index, element) in elements.enumerated() {
            let text = index + 1 < elements.count ? element + "," : element
            if let last = lines.last, last.count + 1 + text.count <= width {
                lines[lines.count - 1] = last + " " + text
            } else {
                lines.append(text)
            }
        }
        return lines
    }
}
