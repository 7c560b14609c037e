import CWorkload
import Foundation

/// The values of one person, as generated.
public struct PersonValues: Sendable {
    public let name: String, email: String
    public let age: Int, score: Double, created: Date, active: Bool, avatarHash: UUID
    /// The number of the employer, from 1.
    public let employer: Int

    init(_ values: person_values) {
        name = withUnsafeBytes(of: values.name) { Self.text($0) }
        email = withUnsafeBytes(of: values.email) { Self.text($0) }
        age = Int(values.age)
        score = values.score
        created = Date(timeIntervalSince1970: values.created)
        active = values.active
        avatarHash = withUnsafeBytes(of: values.avatar_hash) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        employer = Int(values.employer)
    }

    /// The persons of a run.
    public static func generate(_ options: WorkloadOptions) -> [PersonValues] {
        let values = workload_persons(Int64(options.objects), Int64(options.companies))
        defer { free(values) }
        return UnsafeBufferPointer(start: values, count: options.objects).map(PersonValues.init)
    }

    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
