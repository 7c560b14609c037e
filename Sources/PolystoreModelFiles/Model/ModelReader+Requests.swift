import PolystoreModel
import PolystoreQuery

extension ModelReader {
    /// A fetched property with the request in it.
    mutating func fetchedProperty(
        _ element: DocumentElement, of entity: String, at ownerPath: ModelPath
    ) -> FetchedPropertyDescription? {
        guard let name = name(of: element, what: "a fetched property of '\(entity)'", at: ownerPath) else { return nil }
        let path = ownerPath / name
        let what = "fetched property '\(entity).\(name)'"
        note(path, element.place)
        checkAttributes(of: element, named: what, at: path)
        let requests = element.elements(named: "fetchRequest")
        guard requests.count == 1 else {
            report(.invalidValue, "\(what) needs one fetch request; it has \(requests.count)", element, at: path)
            return nil
        }
        checkAttributes(of: requests[0], named: what, at: path)
        guard let request = request(requests[0], of: what, at: path) else { return nil }
        var property = FetchedPropertyDescription(name: name, request: request)
        property.renamingIdentifier = renamingIdentifier(element)
        property.versionHashModifier = text(element, "versionHashModifier")
        property.userInfo = userInfo(element, of: what, at: path)
        return property
    }

    /// What a fetch request asks for.
    mutating func request(
        _ element: DocumentElement, of what: String, at path: ModelPath
    ) -> FetchRequestDescription? {
        guard let entity = text(element, "entity") else {
            report(.unknownName, "\(what) has no 'entity'", element, at: path)
            return nil
        }
        note(path / "entity", element, "entity")
        note(path / "where", element, "predicateString")
        var request = FetchRequestDescription(entityName: entity)
        if let text = text(element, "predicateString") {
            let isOut = "\(what) is left out"
            request.predicate = predicate(text, element, "predicateString", of: what, at: path, else: isOut)
            if request.predicate == nil { return nil }
        }
        // 0 is Core Data's word for no bound.
        request.limit = count(element, "fetchLimit", of: what, at: path).flatMap { $0 == 0 ? nil : $0 }
        request.batchSize = count(element, "fetchBatchSize", of: what, at: path).flatMap { $0 == 0 ? nil : $0 }
        for name in ["includeSubentities", "includesSubentities"] where element[name] != nil {
            request.includesSubentities = flag(element, name, of: what, at: path)
        }
        for name in ["includePendingChanges", "includesPendingChanges"] where element[name] != nil {
            request.includesPendingChanges = flag(element, name, of: what, at: path)
        }
        return request
    }

    /// A condition in the predicate language; nil, with a warning that says what becomes of the part, when it is none.
    mutating func predicate(
        _ text: String, _ element: DocumentElement, _ name: String, of what: String, at path: ModelPath,
        else consequence: String
    ) -> FetchPredicate? {
        do {
            return try FetchPredicate(format: text)
        } catch {
            let place = place(of: error, text, element, name)
            warn(.invalidValue, "'\(name)' of \(what) is not understood: \(error); \(consequence)", place, at: path)
            return nil
        }
    }

    /// The expression of a derived attribute.
    mutating func derivation(
        _ text: String, _ element: DocumentElement, _ name: String, of what: String, at path: ModelPath
    ) -> FetchExpression? {
        do {
            if let expression = try DerivationText.expression(of: text) { return expression }
            report(.invalidValue, "'\(name)' of \(what) is a condition, not an expression", element, name, at: path)
        } catch {
            report(error, text, element, name, of: what, at: path)
        }
        return nil
    }

    private mutating func report(
        _ error: QueryError, _ text: String, _ element: DocumentElement, _ name: String, of what: String,
        at path: ModelPath
    ) {
        let place = place(of: error, text, element, name)
        report(.invalidValue, "'\(name)' of \(what) is not understood: \(error)", place, at: path)
    }

    private func place(
        of error: QueryError, _ text: String, _ element: DocumentElement, _ name: String
    ) -> DocumentPlace {
        var place = element.attribute(name)?.place ?? element.place
        // References and line ends are longer in the file than in the text.
        if let offset = error.details[.offset].flatMap({ Int($0) }),
            !text.contains(where: { "<>&\"'\n\t".contains($0) })
        {
            place.column += String(decoding: text.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
        }
        return place
    }
}
