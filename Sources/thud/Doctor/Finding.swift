import ThudCore

/// One thing that the doctor looked at.
struct Finding {
    /// How it stands in the way of low latency.
    enum Severity: String {
        /// Not at all.
        case fine
        /// It costs latency or steadiness.
        case warning
        /// The budget cannot be met with it.
        case failure
    }

    let severity: Severity
    /// What was looked at, in a word or two.
    let subject: String
    /// What was found.
    let finding: String
    /// What to type to mend it.
    var remedy: String?

    var json: JSONValue {
        [
            "severity": .string(severity.rawValue),
            "subject": .string(subject),
            "finding": .string(finding),
            "remedy": remedy.map { .string($0) } ?? .null,
        ]
    }

    /// The finding on one line, and the remedy on the next.
    var text: String {
        let mark =
            switch severity {
            case .fine: "ok  "
            case .warning: "warn"
            case .failure: "FAIL"
            }
        return "\(mark)  \(Padding.left(subject, 20))\(finding)"
            + (remedy.map { "\n      \(Padding.left("", 20))-> \($0)" } ?? "")
    }
}
