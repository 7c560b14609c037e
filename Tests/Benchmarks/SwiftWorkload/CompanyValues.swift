import CWorkload
import Foundation

/// The values of one company, as generated.
public struct CompanyValues: Sendable {
    /// The name.
    public let name: String
    /// The year of its foundation.
    public let founded: Int

    init(_ values: company_values) {
        name = withUnsafeBytes(of: values.name) { PersonValues.text($0) }
        founded = Int(values.founded)
    }

    /// The companies of a run.
    public static func generate(_ options: WorkloadOptions) -> [CompanyValues] {
        let values = workload_companies(Int64(options.companies))
        defer { free(values) }
        return UnsafeBufferPointer(start: values, count: options.companies).map(CompanyValues.init)
    }
}
