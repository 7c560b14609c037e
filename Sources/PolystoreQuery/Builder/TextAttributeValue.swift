import Foundation
import PolystoreModel

/// A type whose values are text, so that operators on text apply: `String`, `URL`, enumerations with text as raw values
/// (`extension Status: TextAttributeValue {}`), and optionals of them.
public protocol TextAttributeValue: AttributeValue {}

extension String: TextAttributeValue {}
extension URL: TextAttributeValue {}
extension Optional: TextAttributeValue where Wrapped: TextAttributeValue {}
