import Polystore

extension Outline {
    /// The lines that are to be shown: of the edit's context while there is an edit, which sees what it will save.
    ///
    /// - Throws: What a getter could not read.
    func visibleRows() throws -> [OutlineRow] {
        let view = edit?.context ?? context
        guard let top = view.object(with: root.objectID) as? Item else { return [] }
        let shown = try shownItems(in: view)
        var rows: [OutlineRow] = []
        // A stack in place of recursion: an outline may be as deep as it likes.
        var stack = top.children.reversed().map { (item: $0, depth: 0) }
        while let (item, depth) = stack.popLast() {
            if let shown, !shown.contains(item.objectID) { continue }
            // What a filter finds is shown wherever it is.
            let isOpen = shown != nil || item.isExpanded
            rows.append(OutlineRow(item, depth: depth, isOpen: isOpen))
            if isOpen { stack += item.children.reversed().map { (item: $0, depth: depth + 1) } }
        }
        if let error = view.takeAccessError() { throw error }
        return rows
    }

    /// The items that the filter leaves: those with the tag, and those above them; nil without a filter.
    private func shownItems(in view: ManagedObjectContext) throws -> Set<ObjectID>? {
        guard let filter else { return nil }
        // Tags are in another store than items; a request does not have to know.
        var found = try view.fetch(FetchRequest(Item.self).where(Item.tags.contains(filter.objectID)))
        if let draft = edit?.draft { found.append(draft) }
        var shown: Set<ObjectID> = []
        for item in found {
            var current: Item? = item
            while let next = current, shown.insert(next.objectID).inserted { current = next.parent }
        }
        return shown
    }
}
