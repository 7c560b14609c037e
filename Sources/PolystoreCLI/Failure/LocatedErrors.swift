/// Several errors of one command line, which are shown together.
struct LocatedErrors: Error {
    /// The errors, in the order of the command line; never empty.
    let errors: [LocatedError]
}
