/// A claim about real kernels, and its test.
struct Check {
    /// The claim, as a sentence.
    let claim: String
    /// Tests the claim.
    ///
    /// - Returns: what was measured.
    /// - Throws: `Refuted` if the claim does not hold; any other error refutes it too.
    let measure: () async throws -> String
}

/// A claim does not hold; says what was observed.
struct Refuted: Error, CustomStringConvertible {
    let description: String
}

/// Refutes a claim unless `condition` holds.
func require(_ condition: Bool, _ seen: @autoclosure () -> String) throws {
    if !condition { throw Refuted(description: seen()) }
}
