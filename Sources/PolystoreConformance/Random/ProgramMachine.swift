import Foundation
import PolystoreCore
import PolystoreStorage

/// Runs a program on some stores, and tells what is seen at each step as text.
final class ProgramMachine {
    private let model: ModelDescription
    private let open: () throws -> PersistentContainer
    private var container: PersistentContainer
    private var context: ManagedObjectContext
    private var ids: [Int: ObjectID] = [:]

    init(_ model: ModelDescription, _ open: @escaping () throws -> PersistentContainer) throws {
        self.model = model
        self.open = open
        container = try open()
        context = container.newConfinedContext()
        context.mergePolicy = .mergeByPropertyObjectTrump
    }

    deinit {
        // A step that failed may have left the stores in any state.
        try? container.close()
    }

    /// Performs a step; an error is something that is seen, too.
    func perform(_ step: ProgramStep) -> String {
        do {
            return try run(step)
        } catch let error as any StructuredError {
            return "\(type(of: error)) \(error.code.rawValue)"
        } catch {
            return "\(type(of: error))"
        }
    }

    private func run(_ step: ProgramStep) throws -> String {
        switch step {
        case .insert(let entity, let number, let values): ids[number] = try context.add(entity, values).objectID
        case .set(let number, let attribute, let value): try object(number)?.setValue(value, forKey: attribute)
        case .move(let item, let box):
            guard let item = try object(item) else { return "no item" }
            guard let box else {
                try item.setRelatedObject(nil, forKey: "box")
                return ""
            }
            guard let box = try object(box) else { return "no box" }
            try item.setRelatedObject(box, forKey: "box")
        case .tag(let item, let tag):
            guard let item = try object(item), let tag = try object(tag) else { return "nothing to tag" }
            try item.relatedObjects(forKey: "tags").insert(tag)
        case .untag(let item, let tag):
            guard let item = try object(item), let tag = try object(tag) else { return "nothing to untag" }
            try item.relatedObjects(forKey: "tags").remove(tag)
        case .delete(let number): if let object = try object(number) { context.delete(object) }
        case .save:
            do {
                try context.save()
            } catch {
                context.rollback()
                throw error
            }
        case .rollback: context.rollback()
        case .elsewhere(let number, let attribute, let value): return try changeElsewhere(number, attribute, value)
        case .freshContext: replaceContext()
        case .reopen: try reopen()
        case .read(let number): return try object(number).map(look) ?? "none"
        case .fetch(let request):
            let found = try context.fetch(FetchRequest<ManagedObject>(request)).numbers()
            let isOrdered = !request.sortKeys.isEmpty || request.limit != nil || request.offset > 0
            return "\(isOrdered ? found : found.sorted())"
        case .count(let request): return "\(try context.count(FetchRequest<ManagedObject>(request)))"
        }
        return ""
    }

    private func object(_ number: Int) throws -> ManagedObject? {
        guard let id = ids[number] else { return nil }
        do {
            let object = try context.existingObject(with: id)
            return object.isDeleted ? nil : object
        } catch let error as ContextError where error.code == .objectMissing || error.code == .objectDeleted {
            return nil
        }
    }

    private func changeElsewhere(_ number: Int, _ attribute: String, _ value: Value) throws -> String {
        guard let id = ids[number] else { return "none" }
        let other = container.newConfinedContext()
        do {
            try other.existingObject(with: id).setValue(value, forKey: attribute)
        } catch let error as ContextError where error.code == .objectMissing {
            return "not saved"
        }
        try other.save()
        return "saved"
    }

    private func replaceContext() {
        context = container.newConfinedContext()
        context.mergePolicy = .mergeByPropertyObjectTrump
    }

    private func reopen() throws {
        let uris = ids.compactMapValues { container.coordinator.uri(for: $0) }
        context.reset()
        try container.close()
        container = try open()
        ids = uris.compactMapValues { container.coordinator.objectID(for: $0) }
        replaceContext()
    }

    /// Everything of an object: values, version when saved, and what it is related to.
    private func look(_ object: ManagedObject) throws -> String {
        var lines: [String] = []
        for attribute in object.entity.attributes.sorted(by: { $0.name < $1.name }) {
            lines.append("\(attribute.name)=\(Self.text(try object.value(forKey: attribute.name)))")
        }
        for relationship in object.entity.relationships.sorted(by: { $0.name < $1.name }) {
            guard relationship.isToMany else {
                lines.append(
                    "\(relationship.name)=\(try object.relatedObject(forKey: relationship.name)?.number() ?? -1)")
                continue
            }
            let numbers = try object.relatedObjects(forKey: relationship.name).map { try $0.number() }
            lines.append("\(relationship.name)=\(relationship.isOrdered ? numbers : numbers.sorted())")
        }
        return lines.joined(separator: " ")
    }

    /// Values to the last bit; long data by its size and ends.
    private static func text(_ value: Value) -> String {
        switch value {
        case .string(let text): "\(Array(text.utf8))"
        case .data(let data): "\(data.count):\(data.first ?? 0)"
        default: "\(value)"
        }
    }
}
