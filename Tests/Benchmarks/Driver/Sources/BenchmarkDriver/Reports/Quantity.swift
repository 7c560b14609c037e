import Foundation

/// Writes measured values with the unit of their workload.
public enum Quantity {
    /// What a workload's values are.
    public static func unit(_ workload: String) -> String {
        switch workload {
        case "W4", "W5", "W11", "W11s", "B4", "B5": "us/query"
        case let name where name.hasPrefix("G"): "us/query"
        case "W10", "W10n": "us/save"
        case "W12", "W12n": "bytes/object"
        case "W12peak": "MB"
        case "W13w": "commits/s"
        case "W13r": "queries/s"
        case "W3", "W3h", "Q1": "ns/look-up"
        case "T1cold", "T1hot", "T2a": "ns/visit"
        case "SM1", "SM2": "us/composite"
        default: "ns/object"
        }
    }

    /// A value of a workload in its unit.
    public static func value(_ value: Double, _ workload: String, operations: Int) -> Double {
        switch unit(workload) {
        case "us/query", "us/save", "us/composite": value * 1e6
        case "MB": value * Double(operations) / 1e6
        case "bytes/object", "commits/s", "queries/s": value
        default: value * 1e9
        }
    }

    /// A value of a workload in its unit, for people.
    public static func text(_ value: Double, _ workload: String, operations: Int) -> String {
        number(Self.value(value, workload, operations: operations))
    }

    /// A ratio with two digits after the point.
    public static func ratio(_ value: Double) -> String { String(format: "%.2f", value) }

    /// A number with three digits or more.
    public static func number(_ value: Double) -> String {
        String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.2f", value)
    }
}
