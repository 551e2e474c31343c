/// A claim about real kernels, and how it is put to the test.
struct Check {
    /// The claim, as a sentence.
    let claim: String
    /// Puts it to the test.
    ///
    /// - Returns: what was measured.
    /// - Throws: `Refuted` where the claim does not hold; whatever else goes wrong refutes it too.
    let measure: () async throws -> String
}

/// A claim that does not hold, and what was seen.
struct Refuted: Error, CustomStringConvertible {
    let description: String
}

/// Refutes a claim unless `condition` holds.
func require(_ condition: Bool, _ seen: @autoclosure () -> String) throws {
    if !condition { throw Refuted(description: seen()) }
}
