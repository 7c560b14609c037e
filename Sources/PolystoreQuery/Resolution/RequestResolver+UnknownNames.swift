import PolystoreModel

extension RequestResolver {
    /// An error for every name of key paths that is no property where it stands, each name once, with its offset in the
    /// text that the paths were read from.
    package func unknownNames(in paths: [[String]], of text: String, for entity: ModelEntity) -> [QueryError] {
        let places = FormatPlaces(text)
        var seen: Set<QueryError> = []
        var errors: [QueryError] = []
        for names in paths {
            do throws(QueryError) {
                _ = try path(names, from: entity)
            } catch {
                guard error.code == .unknownProperty || error.code == .foreignProperty, seen.insert(error).inserted
                else { continue }
                let end = names.firstIndex { $0 == error.details[.property] } ?? names.endIndex - 1
                errors.append(error.placed(places?.offset(of: Array(names[...end]))))
            }
        }
        return errors
    }
}

extension QueryError {
    /// The error with the offset of the property that it names, where it has none and the text has that name.
    package func placed(in text: String) -> QueryError {
        guard details[.offset] == nil, let property = details[.property] else { return self }
        return placed(FormatPlaces(text)?.offset(of: property.split(separator: ".").map(String.init)))
    }

    fileprivate func placed(_ offset: Int?) -> QueryError {
        var placed = self
        placed.details[.offset] = offset.map(String.init)
        return placed
    }
}
