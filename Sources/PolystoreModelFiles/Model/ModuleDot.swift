/// A class's name without the leading dot that stands for the module into which a model is compiled.
///
/// The dot is a scalar: with a combining mark behind it, it is no character of its own.
func withoutModuleDot(_ name: String) -> String {
    name.unicodeScalars.first == "." ? String(name.unicodeScalars.dropFirst()) : name
}
